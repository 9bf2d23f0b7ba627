import Combine
import CoreFlow
import Dispatch
import Testing
import UIKit

private final class PublishingScreen: Screen<CounterCore> {
  let taps = PassthroughSubject<Void, Never>()
  let numbers = PassthroughSubject<Int, Never>()
  let boxes = PassthroughSubject<Box, Never>()
  let form = PublishingForm()

  override func bind() {
    bind(onEmit: taps, send: .add(1))
    bind(onEmit: numbers) { .add($0) }
    bind(onEmit: numbers.filter { $0 > 5 }.eraseToAnyPublisher(), send: .rename("big"))
    bind(onEmit: boxes) { .add($0.number) }
    bind(onEmit: form) { .add($0.rawValue) }
  }
}

/// Not `Sendable`.
private final class Box {
  let number: Int
  init(_ number: Int) { self.number = number }
}

@MainActor
private final class PublishingForm: ActionSource {
  enum Action: Int { case low = 1000, high = 2000 }
  let action = AsyncPassthroughSubject<Action>()
  var store: Set<Cancellation> = []
  let taps = PassthroughSubject<Void, Never>()
  let isHigh = PassthroughSubject<Bool, Never>()
  let actions = PassthroughSubject<Action, Never>()

  init() {
    map(taps, to: .low)
    map(isHigh, transform: { $0 ? .high : .low })
    forward(actions: actions)
  }
}

@MainActor
@Suite("Binding publishers")
struct BindingTests {
  let bench = Bench()

  @Test("A screen sends actions for the elements of publishers, inside their own send")
  func binds() {
    let core = bench.core()
    let screen = PublishingScreen(reactor: core)
    screen.bind()
    screen.taps.send()
    #expect(core.currentState.count == 1)
    screen.numbers.send(10)
    #expect(core.currentState.count == 11)
    #expect(core.currentState.text == "big")
    screen.boxes.send(Box(100))
    #expect(core.currentState.count == 111)
    withExtendedLifetime(screen) {}
  }

  @Test("A view emits actions for the elements of publishers")
  func sources() {
    let core = bench.core()
    let screen = PublishingScreen(reactor: core)
    screen.bind()
    screen.form.taps.send()
    screen.form.isHigh.send(true)
    screen.form.actions.send(.high)
    #expect(core.currentState.count == 5000)
    withExtendedLifetime(screen) {}
  }

  @Test("Elements from other threads are sent on the main actor, in order")
  func elsewhere() async {
    let core = bench.core()
    var counts: [Int] = []
    let observation = core.observeState(\.count) { counts.append($0) }
    let screen = PublishingScreen(reactor: core)
    screen.bind()
    // The subject has its own lock.
    nonisolated(unsafe) let numbers = screen.numbers
    // The main actor waits meanwhile, so no element can have arrived there.
    DispatchQueue.global().sync {
      numbers.send(1)
      numbers.send(2)
    }
    #expect(counts == [0])
    screen.numbers.send(3)
    await Elsewhere.run {}
    #expect(counts == [0, 1, 3, 6])
    withExtendedLifetime((observation, screen)) {}
  }

  @Test("Elements from other threads pass through a view's actions, too")
  func elsewhereThroughViews() async {
    let core = bench.core()
    let screen = PublishingScreen(reactor: core)
    screen.bind()
    // The subjects have their own locks.
    nonisolated(unsafe) let (isHigh, actions) = (screen.form.isHigh, screen.form.actions)
    await Elsewhere.run {
      isHigh.send(true)
      actions.send(.low)
    }
    #expect(core.currentState.count == 3000)
    #expect(bench.issues.isEmpty)
    withExtendedLifetime(screen) {}
  }

  @Test("Refuses and reports an element that must not leave its thread")
  func notSendable() async {
    let core = bench.core()
    let boxes = PassthroughSubject<Box, Never>()
    var received: [Int] = []
    let subscription = PublisherEmitter(boxes, context: bench.context)
      .receive { received.append($0.number) }
    // The subject has its own lock.
    nonisolated(unsafe) let sender = boxes
    await Elsewhere.run { sender.send(Box(1)) }
    #expect(received == [])
    #expect(bench.codes == ["publishedOffMainActor"])
    #expect(bench.issues.first?.description.contains("Box") ?? false)
    boxes.send(Box(2))
    #expect(received == [2])
    withExtendedLifetime((core, subscription)) {}
  }

  @Test("The subscription ends with the screen, which publishers do not retain")
  func release() async {
    let core = bench.core()
    let numbers: PassthroughSubject<Int, Never>
    weak var weakScreen: PublishingScreen?
    do {
      let screen = PublishingScreen(reactor: core)
      weakScreen = screen
      numbers = screen.numbers
      screen.bind()
      // In transit to the main actor when the screen is released.
      nonisolated(unsafe) let numbers = screen.numbers
      DispatchQueue.global().sync { numbers.send(1) }
    }
    #expect(weakScreen == nil)
    numbers.send(2)
    await Elsewhere.run {}
    #expect(core.currentState.count == 0)
  }

  @Test("Binds publishers that emit during the subscription, and publishers that end")
  func immediate() {
    let core = bench.core()
    let screen = PublishingScreen(reactor: core)
    screen.bind(onEmit: CurrentValueSubject<Int, Never>(4)) { .add($0) }
    screen.bind(onEmit: [1, 2].publisher) { .add($0) }
    #expect(core.currentState.count == 7)
    withExtendedLifetime(screen) {}
  }
}

@MainActor
@Suite("Storing subscriptions")
struct StorageTests {
  let bench = Bench()

  @Test("Handles of this package can be stored in Combine's sets, and end with them")
  func cancellationsInCombine() {
    let subject = AsyncPassthroughSubject<Int>()
    var received: [Int] = []
    var cancellables: Set<AnyCancellable> = []
    var list: [AnyCancellable] = []
    subject.sink { received.append($0) }.store(in: &cancellables)
    subject.sink { received.append(-$0) }.store(in: &list)
    subject.send(1)
    cancellables = []
    list = []
    subject.send(2)
    #expect(received == [1, -1])
  }

  @Test("Combine's subscriptions can be stored in a core, and end when it resigns")
  func cancellablesInCore() {
    let subject = PassthroughSubject<Int, Never>()
    let core = bench.core()
    let flow = StoringFlow(core, context: bench.context)
    var received: [Int] = []
    _ = flow.core
    subject.sink { received.append($0) }.store(in: &core.store)
    subject.send(1)
    flow.finish()
    subject.send(2)
    #expect(received == [1])
    #expect(!core.isActive)
    #expect(core.store.isEmpty)
  }

  @Test("The handle of a procedure can be stored in either, and cancels the run")
  func procedures() async {
    let gate = Gate()
    let procedure = Procedure<Gate>()
    procedure.onStep { (gate: Gate) in
      await gate.pass()
      return (gate, ())
    }.commit()
    var outcomes: [String] = []
    var cancellables: Set<AnyCancellable> = []
    var handles: Set<Cancellation> = []
    procedure.start(gate, context: bench.context) { outcomes.append("first \($0)") }
      .store(in: &cancellables)
    procedure.start(gate, context: bench.context) { outcomes.append("second \($0)") }
      .store(in: &handles)
    await gate.arrival()
    cancellables = []
    handles = []
    await bench.context.settled()
    #expect(outcomes == ["first cancelled: on request", "second cancelled: on request"])
    gate.open()
  }
}

private final class StoringFlow: ScreenLessFlow<CounterCore> {
  private let made: CounterCore

  init(_ made: CounterCore, context: NavigationContext) {
    self.made = made
    super.init(context: context)
  }

  override func createCore() -> CounterCore { made }
}

import Combine
import CoreFlow
import Testing

@MainActor
@Suite("Keeping subscriptions")
struct StorageTests {
  let bench = Bench()

  @Test("Handles of this package go into a set of Combine's, and end with it")
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

  @Test("Combine's subscriptions go into a core's store, and end when it resigns")
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

  @Test("The handle of a procedure goes into either, and cancels the run")
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
    #expect(outcomes == ["first cancelled: by its handle", "second cancelled: by its handle"])
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

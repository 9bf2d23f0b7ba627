import CoreFlow
import TestSupport
import Testing

private final class CountCell: HeadlessView, Rebindable {
  var reactor: AnyReactor<CounterAction, CounterState>?
  var store: Set<Cancellation> = []
  let button = HeadlessButton()
  private(set) var shown: [Int] = []

  func bind() {
    observeDistinctState(\.count) { [weak self] in self?.shown.append($0) }
    bind(onEmit: button.onTap, send: .add(1))
  }
}

/// A cell whose button is bound as an asynchronous sequence.
private final class StreamCell: HeadlessView, Rebindable {
  var reactor: AnyReactor<CounterAction, CounterState>?
  var store: Set<Cancellation> = []
  let taps = AsyncPassthroughSubject<Int>()

  func bind() {
    bind(onEmit: taps.stream) { .add($0) }
  }
}

/// A controller that is made by a storyboard: its button exists when its view is loaded.
private final class StoryboardController: HeadlessViewController, Rebindable {
  weak var reactor: CounterCore?
  var store: Set<Cancellation> = []
  private var button: HeadlessButton?
  private(set) var shown: [Int] = []
  private(set) var binds = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    button = HeadlessButton()
    bindWhenReady()
  }

  func bind() {
    binds += 1
    #expect(button != nil)
    observeDistinctState(\.count) { [weak self] in self?.shown.append($0) }
  }
}

private final class StoryboardFlow: Flow<CounterCore, StoryboardController> {
  override func createCore() -> CounterCore { CounterCore(initialState: .init()) }

  override func createScreen() -> StoryboardController {
    let screen = StoryboardController()
    screen.bind(to: core)
    return screen
  }
}

@MainActor
@Suite("Screens whose reactor comes later")
struct RebindableTests {
  private let bench = Bench()

  @Test("What a sequence has emitted for one reactor is not sent to the next")
  func sequence() async throws {
    let first = bench.core()
    let second = bench.core()
    let cell = StreamCell()
    cell.bind(to: first.eraseToAnyReactor())
    cell.taps.send(1)
    cell.bind(to: second.eraseToAnyReactor())
    cell.taps.send(2)
    #expect(try await second.state { $0.count > 0 ? $0.count : nil } == 2)
    #expect(first.currentState.count == 0)
  }

  @Test("A cell that gets another reactor shows that one and sends to it, and forgets the first")
  func cell() {
    let first = bench.core()
    let second = bench.core()
    second.send(.add(5))
    let cell = CountCell()
    cell.bind(to: first.eraseToAnyReactor())
    first.send(.add(1))
    cell.bind(to: second.eraseToAnyReactor())
    first.send(.add(1))
    #expect(cell.shown == [0, 1, 5])
    cell.button.sendActions(for: .touchUpInside)
    #expect(second.currentState.count == 6)
    #expect(first.currentState.count == 2)
    cell.unbind()
    second.send(.add(1))
    #expect(cell.shown == [0, 1, 5, 6])
    #expect(cell.reactor == nil)
    #expect(bench.codes == [])
  }

  @Test("A controller of a storyboard binds once, when its view is loaded")
  func storyboard() {
    let core = bench.core()
    let controller = StoryboardController()
    controller.bind(to: core)
    #expect(controller.binds == 0)
    controller.loadViewIfNeeded()
    #expect(controller.shown == [0])
    controller.bindWhenReady()
    #expect(controller.binds == 1)
    let other = bench.core()
    controller.bind(to: other)
    #expect(controller.binds == 2)
  }

  @Test("A flow leaves the binding of such a screen to the loading of its view")
  func flow() {
    let flow = StoryboardFlow(context: bench.context)
    #expect(flow.screen.binds == 0)
    flow.screen.loadViewIfNeeded()
    #expect(flow.screen.binds == 1)
    flow.core.send(.add(2))
    #expect(flow.screen.shown == [0, 2])
  }
}

import CoreFlow
import TestSupport
import Testing

private final class GivenFlow: ScreenLessFlow<CounterCore> {
  let given: CounterCore

  init(_ core: CounterCore) {
    given = core
    super.init()
  }

  override func createCore() -> CounterCore { given }
}

private final class RootFlow: ScreenLessFlow<ScreenLessCore> {
  override func createCore() -> ScreenLessCore { ScreenLessCore() }
}

@MainActor
@Suite("A core that several flows return")
struct SharedCoreTests {
  private let bench = Bench()
  private let root: RootFlow

  init() {
    root = RootFlow(context: bench.context)
    _ = root.core
  }

  /// A core whose context is its own, or that of its flow.
  private func core(hasContext: Bool) -> CounterCore {
    hasContext ? bench.core() : CounterCore(initialState: .init())
  }

  @Test("Is reported while the flow that has it is active", arguments: [true, false])
  func active(hasContext: Bool) {
    let core = core(hasContext: hasContext)
    let (first, second) = (GivenFlow(core), GivenFlow(core))
    root.attach(first, by: .none)
    #expect(bench.codes == [])
    root.attach(second, by: .none)
    #expect(bench.codes == ["coreInUse"])
    #expect(
      bench.issues.first?.fact
        == "The core of GivenFlow, CounterCore, is that of GivenFlow already; it resigns when "
        + "either ends.")
    root.detach(second)
    #expect(!core.isActive)
  }

  @Test("Is reported while the flow that has it waits for its parent", arguments: [true, false])
  func waiting(hasContext: Bool) {
    let core = core(hasContext: hasContext)
    let (first, second) = (GivenFlow(core), GivenFlow(core))
    let (parent, ended) = (RootFlow(), RootFlow(context: bench.context))
    ended.start(under: nil)
    ended.finish()
    parent.start(under: ended)
    for flow in [first, second] {
      parent.attach(flow, by: .none)
      _ = flow.core
    }
    ended.start(under: nil)
    parent.start(under: ended)
    #expect(core.isActive)
    #expect(bench.codes.first == "coreInUse")
  }

  @Test(
    "Is not reported once the flow that had it has ended or been released",
    arguments: [true, false])
  func handedOn(hasContext: Bool) {
    let core = core(hasContext: hasContext)
    for _ in 0..<3 {
      let flow = GivenFlow(core)
      root.attach(flow, by: .none)
      #expect(core.isActive)
      root.detach(flow)
      #expect(!core.isActive)
    }
    do {
      let released = GivenFlow(core)
      #expect(released.core.isActive)
    }
    #expect(!core.isActive)
    let last = GivenFlow(core)
    root.attach(last, by: .none)
    #expect(core.isActive)
    #expect(bench.codes == [])
  }

  @Test(
    "Is not reported if the flow that had it has created it late", arguments: [true, false]
  )
  func createdLate(hasContext: Bool) {
    let core = core(hasContext: hasContext)
    let (late, next) = (GivenFlow(core), GivenFlow(core))
    late.stop(because: .stopped)
    #expect(!late.core.isActive)
    root.attach(next, by: .none)
    #expect(core.isActive)
    #expect(bench.codes == [])
  }

  @Test("Is not reported for a flow that is attached again", arguments: [true, false])
  func again(hasContext: Bool) {
    let flow = GivenFlow(core(hasContext: hasContext))
    for _ in 0..<3 {
      root.attach(flow, by: .none)
      #expect(flow.core.isActive)
      root.detach(flow)
    }
    #expect(bench.codes == [])
  }

  @Test(
    "Is reported if a flow is attached again whose core another flow has now",
    arguments: [true, false])
  func takenMeanwhile(hasContext: Bool) {
    let core = core(hasContext: hasContext)
    let (first, second) = (GivenFlow(core), GivenFlow(core))
    root.attach(first, by: .none)
    root.detach(first)
    root.attach(second, by: .none)
    #expect(bench.codes == [])
    root.attach(first, by: .none)
    #expect(bench.codes == ["coreInUse"])
  }
}

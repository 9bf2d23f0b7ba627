import CoreFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Allocations of an action", .enabled(if: AllocationCount.isAvailable))
struct ActionAllocationTests {
  struct Figures {
    var count = 0
    var untouched = 0
  }

  enum FiguresAction {
    case increment
  }

  private final class FiguresCore: Core<FiguresAction, Figures> {
    override func reduce(state: inout Figures, action: FiguresAction) -> Effect<FiguresAction> {
      state.count += 1
      return .none
    }
  }

  /// Adds up the observed values, without allocating.
  private final class Sum {
    var value = 0
  }

  @Test("An action allocates nothing, for any number of observers", arguments: [0, 1, 100])
  func observers(count: Int) {
    let core = FiguresCore(initialState: Figures())
    let sum = Sum()
    var subscriptions: Set<Cancellation> = []
    for _ in 0..<count {
      core.observeDistinctState(\.count) { sum.value += $0 }.store(in: &subscriptions)
      core.observeDistinctState(\.untouched) { sum.value += $0 }.store(in: &subscriptions)
      core.observe { sum.value += $0.pointee.count }.store(in: &subscriptions)
    }
    core.send(.increment)
    let allocations = AllocationCount.during {
      for _ in 0..<100 { core.send(.increment) }
    }
    #expect(allocations == 0)
    #expect(core.currentState.count == 101)
    #expect(sum.value == count * 2 * (0...101).reduce(0, +))
    withExtendedLifetime(subscriptions) {}
  }

  private final class FiguresFlow: Flow<FiguresCore, HeadlessScreen<FiguresCore>> {
    override func createCore() -> FiguresCore { FiguresCore(initialState: Figures()) }
  }

  @Test("An action allocates nothing for a trace, unless one runs")
  func trace() {
    let context = NavigationContext()
    let flow = FiguresFlow(context: context)
    let core = flow.core
    func allocations() -> Int {
      core.send(.increment)
      return AllocationCount.during {
        for _ in 0..<100 { core.send(.increment) }
      }
    }
    #expect(allocations() == 0)
    let trace = context.startTrace()
    let traced = FiguresFlow(context: context)
    _ = traced.core
    #expect(AllocationCount.during { traced.core.send(.increment) } > 0)
    trace.stop()
    traced.core.send(.increment)
    #expect(AllocationCount.during { traced.core.send(.increment) } == 0)
    #expect(allocations() == 0)
  }
}

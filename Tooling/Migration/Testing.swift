// A flow's `navigate` may be asynchronous, and a mock of a stepper takes every type of steps.
import AsyncFlow

enum MovieStep: Step { case list }

final class MovieFlow: Flow {
  let root: any Presentable = HeadlessViewController()
  func navigate(to step: MovieStep) async -> FlowContributors { .none }
}

@MainActor
func test() {
  let store = FlowTestStore(flow: MovieFlow())
  // error: 'async' call in a function that does not support concurrency
  store.navigate(to: .list)
  // error: cannot specialize non-generic type 'MockStepper'
  _ = MockStepper<MovieStep>()
}

@MainActor
func waitingTest() async {
  let store = FlowTestStore(flow: MovieFlow())
  // error: expression is 'async' but is not marked with 'await'
  store.navigate(to: .list)
}

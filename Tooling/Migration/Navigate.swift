// In asynchronous code `navigate` returns after the step; elsewhere its name is `send`.
import AsyncFlow

enum MovieStep: Step { case list }

@MainActor
func press(_ coordinator: FlowCoordinator) {
  // warning: No step is lost any more, also right after coordinate: write send(_:)
  coordinator.navigate(to: MovieStep.list)
}

@MainActor
func wait(_ coordinator: FlowCoordinator) async {
  // error: expression is 'async' but is not marked with 'await'
  coordinator.navigate(to: MovieStep.list)
}

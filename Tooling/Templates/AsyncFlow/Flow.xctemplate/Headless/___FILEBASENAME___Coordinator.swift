import AsyncFlow

/// Runs ___VARIABLE_productName___ at the root of a window; retain it as long as the window.
@MainActor
final class ___VARIABLE_productName___Coordinator {
  let coordinator: FlowCoordinator
  let flow = ___VARIABLE_productName___Flow()

  init(context: NavigationContext? = nil) {
    coordinator = FlowCoordinator(context: context ?? .shared)
  }

  /// Shows the flow in a window and takes its first step.
  func start(in window: HeadlessWindow) {
    window.rootViewController = flow.navigationController
    window.makeKeyAndVisible()
    // Observes the window: a flow ends when the user dismisses its screens.
    _ = coordinator.context.store(for: window)
    coordinator.coordinate(flow: flow, with: OneStepper(___VARIABLE_productName___Step.start))
  }
}

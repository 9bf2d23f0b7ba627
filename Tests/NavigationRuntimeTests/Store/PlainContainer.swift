import NavigationRuntime

/// A container of an unknown platform, without storage for a lifecycle.
@MainActor
class PlainContainer: NavigationContainer {
  var navigationRuntimeKind: NavigationTree.Kind { .screen }
  var navigationRuntimeName: String { "Plain" }
  var navigationRuntimeContainedCount: Int { 0 }
  var navigationRuntimeSelectedIndex: Int? { nil }
  var navigationRuntimePresented: (any NavigationContainer)? { nil }

  func navigationRuntimeContained(at index: Int) -> any NavigationContainer { self }

  func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    .ended(.alreadyThere)
  }
}

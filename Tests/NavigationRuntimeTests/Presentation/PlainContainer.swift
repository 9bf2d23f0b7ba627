import NavigationRuntime

/// A container of a platform that the runtime does not know, with no room for a lifecycle.
@MainActor
class PlainContainer: NavigationContainer {
  var navigationKind: NavigationTree.Kind { .screen }
  var navigationName: String { "Plain" }
  var containedCount: Int { 0 }
  var selectedContainedIndex: Int? { nil }
  var presentedContainer: (any NavigationContainer)? { nil }

  func contained(at index: Int) -> any NavigationContainer { self }

  func start(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    .ended(.alreadyThere)
  }
}

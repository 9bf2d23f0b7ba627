import NavigationRuntime

/// One try of a deep link's hop, with everything that follows from it.
///
/// What follows: the steps that flows forward, the first steps of what they contribute, and what
/// their handlers send while they run.
@MainActor
final class LinkAttempt {
  /// The link; `nil` when it has gone.
  private(set) weak var link: DeepLink?
  /// The screen or flow that the same step has led to before.
  let place: NavigationLifecycle?
  /// What was contributed.
  private(set) var destinations: [NavigationLifecycle] = []
  /// How many steps of it are not done.
  private(set) var openSteps = 0

  init(_ link: DeepLink, place: NavigationLifecycle?) {
    self.link = link
    self.place = place
  }

  func noteDestination(_ destination: NavigationLifecycle) { destinations.append(destination) }

  func noteBegun() { openSteps += 1 }

  /// Notes that a step is done.
  ///
  /// - Returns: Whether it was the last one.
  func noteDone() -> Bool {
    openSteps -= 1
    guard openSteps <= 0 else { return false }
    link?.attemptDidEnd(self)
    return true
  }
}

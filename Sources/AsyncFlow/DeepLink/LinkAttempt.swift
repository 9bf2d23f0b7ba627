import NavigationRuntime

/// One attempt at a deep link's hop, with the steps that follow from it.
///
/// Those are the steps that flows forward, the first steps of their contributions, and the steps
/// that their handlers send while they run.
@MainActor
final class LinkAttempt {
  /// The link; `nil` after its release.
  private(set) weak var link: DeepLink?
  /// The screen or flow that an equal step has led to before.
  let place: NavigationLifecycle?
  /// The screens and flows that were contributed.
  private(set) var destinations: [NavigationLifecycle] = []
  /// The number of steps of the attempt that are not done.
  private(set) var openSteps = 0

  init(_ link: DeepLink, place: NavigationLifecycle?) {
    self.link = link
    self.place = place
  }

  func noteDestination(_ destination: NavigationLifecycle) { destinations.append(destination) }

  func noteBegun() { openSteps += 1 }

  /// Counts a step as done.
  ///
  /// - Returns: Whether it was the last open one.
  func noteDone() -> Bool {
    openSteps -= 1
    guard openSteps <= 0 else { return false }
    link?.attemptDidEnd(self)
    return true
  }
}

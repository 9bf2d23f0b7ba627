import Foundation

/// A handle on something that a ``LeakDetector`` waits for.
///
/// Letting go of it changes nothing. Each expectation looks after its object itself, so neither
/// two expectations of one object nor two objects at one address disturb each other.
@MainActor
public final class LeakExpectation {
  weak var object: AnyObject?
  let finding: LeakFinding
  var timer: Cancellation?
  var end: (@MainActor (LeakExpectation) -> Void)?

  init(_ object: AnyObject, _ finding: LeakFinding) {
    self.object = object
    self.finding = finding
  }

  /// Waits no longer and reports nothing.
  ///
  /// Does nothing when the expectation is over.
  public func cancel() {
    timer = nil
    let end = end
    self.end = nil
    end?(self)
  }

  /// Whether what was expected has not happened.
  var isDisappointed: Bool {
    guard let object else { return false }
    switch finding.expectation {
    case .deallocate: return true
    case .disappear: return (object as? any NavigationContainer)?.lifecycle.isInTree ?? false
    }
  }
}

import Foundation

/// A handle on an expectation of a ``LeakDetector``.
///
/// Releasing it has no effect. Each expectation refers to its object itself, so neither two
/// expectations of one object nor two objects at one address affect each other.
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

  /// Cancels the expectation without a report.
  ///
  /// Does nothing when the expectation has ended.
  public func cancel() {
    timer = nil
    let end = end
    self.end = nil
    end?(self)
  }

  /// Whether the expectation is unfulfilled.
  var isDisappointed: Bool {
    guard let object else { return false }
    switch finding.expectation {
    case .deallocate: return true
    case .disappear: return (object as? any NavigationContainer)?.lifecycle.isInTree ?? false
    }
  }
}

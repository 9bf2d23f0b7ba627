/// Stands in for UIKit's class; targets need selectors, which Linux has not.
@MainActor
open class UIGestureRecognizer {
  /// How far the gesture has come.
  public enum State: Int, Sendable {
    /// Nothing yet.
    case possible = 0
    /// It has begun.
    case began = 1
    /// It goes on.
    case changed = 2
    /// It has ended, or been recognized.
    case ended = 3
    /// It was taken back.
    case cancelled = 4
    /// It was another one.
    case failed = 5

    /// It has been recognized.
    public static var recognized: Self { .ended }
  }

  /// How far the gesture has come; the stand-in's targets are called when it changes.
  open var state = State.possible {
    didSet { for target in targets { target.call() } }
  }

  private var targets: [(id: Int, call: @MainActor () -> Void)] = []
  private var nextID = 0

  /// Makes a recognizer without a target.
  public init() {}

  /// Calls a closure at each change of the state, in place of a target's selector.
  package func standInAddTarget(_ call: @escaping @MainActor () -> Void) -> Int {
    nextID += 1
    targets.append((nextID, call))
    return nextID
  }

  /// Calls it no longer.
  package func standInRemoveTarget(_ id: Int) {
    targets.removeAll { $0.id == id }
  }
}

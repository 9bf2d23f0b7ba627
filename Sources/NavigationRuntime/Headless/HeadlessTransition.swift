/// A change of the screen, from the call to the end of its last callback.
///
/// In ``HeadlessPlatform/TransitionMode/manual`` mode a test can observe it between the call and
/// the end. In immediate mode it has ended when the call returns, unless the call came from inside
/// another transition or a gesture drives it.
@MainActor
package final class HeadlessTransition: Identifiable {
  /// The operation of a transition.
  package enum Kind: String, Sendable, CaseIterable {
    case push, pop, setStack
    case present, dismiss
    case selectTab, setTabs
    case turnPage
    /// A column of a split was set, shown or hidden.
    case setColumn
    case collapse, expand
    case setRoot
    /// The window was shown or hidden.
    case showWindow
    /// A child was added to a plain parent, or removed from it.
    case addChild, removeChild

    /// Whether it changes a stack, tabs, pages or columns.
    var isOfContents: Bool {
      switch self {
      case .push, .pop, .setStack, .selectTab, .setTabs, .turnPage, .setColumn, .collapse, .expand:
        true
      case .present, .dismiss, .setRoot, .showWindow, .addChild, .removeChild: false
      }
    }
  }

  package enum Phase: Sendable, Equatable {
    /// It waits for the next layout pass, or for the one before it.
    case scheduled
    /// The will-callbacks have been made.
    case running
    /// It has ended as requested.
    case completed
    /// It has ended with everything as it was before.
    case cancelled
  }

  /// The work of a transition, made by the operation that starts it.
  struct Work {
    var change: () -> Void
    var begin: () -> Void
    /// Performs a step of the end: the callbacks for one controller or delegate.
    ///
    /// An operation on the owner in one of these callbacks performs the remaining steps first.
    var end: End

    /// - Parameters:
    ///   - completed: Whether the transition completed.
    ///   - step: The step, counted from 0; one after the last has no effect.
    /// - Returns: Whether there are further steps.
    typealias End = (_ completed: Bool, _ step: Int) -> Bool

    /// Makes an end from a list of steps, which is made when the end begins.
    static func steps(_ list: @escaping (_ completed: Bool) -> [() -> Void]) -> End {
      var steps: [() -> Void] = []
      return { completed, step in
        if step == 0 { steps = list(completed) }
        return perform(step, of: steps)
      }
    }

    static func perform(_ step: Int, of steps: [() -> Void]) -> Bool {
      if steps.indices.contains(step) { steps[step]() }
      return step + 1 < steps.count
    }
  }

  enum Stage {
    case requested
    case scheduled(Work)
    case beginning(Work)
    case running(Work)
    case ending(completed: Bool)
    case ended(completed: Bool)
  }

  /// The operation.
  package let kind: Kind
  /// Whether the change is animated; without animation it ends with the layout pass that begins it.
  package let isAnimated: Bool
  package let origin: HeadlessOrigin
  // Unchecked, as the two below: an access is a load or a store.
  /// The controller or window on which the change happens.
  @exclusivity(unchecked) package private(set) weak var owner: HeadlessResponder?
  /// The controller that leaves the screen.
  @exclusivity(unchecked) package private(set) weak var from: HeadlessViewController?
  /// The controller that appears on the screen.
  @exclusivity(unchecked) package private(set) weak var to: HeadlessViewController?

  let isGesture: Bool
  var stage: Stage
  var animations: [(any HeadlessViewControllerTransitionCoordinatorContext) -> Void] = []
  var interactionHandlers: [(any HeadlessViewControllerTransitionCoordinatorContext) -> Void] = []
  /// The end, from its beginning to its last step.
  var remainingEnd: Work.End?
  /// The step of the end that comes next.
  var nextStep = 0
  private var completions: [(_ completed: Bool) -> Void] = []
  private var participants: [HeadlessResponder] = []

  init(
    _ kind: Kind, on owner: HeadlessResponder, from: HeadlessViewController?,
    to: HeadlessViewController?, animated: Bool, interactive: Bool = false,
    by origin: HeadlessOrigin
  ) {
    self.kind = kind
    self.owner = owner
    self.from = from
    self.to = to
    stage = .requested
    let platform = (owner as? HeadlessViewController)?.platform
    isAnimated = animated && platform?.animationsAreEnabled ?? true
    isGesture = interactive
    self.origin = origin
    participants = [owner] + [from, to].compactMap { $0 }
  }

  /// Whether a gesture drives the transition, so that it can be cancelled; `false` once the finger
  /// is lifted.
  package var isInteractive: Bool { isGesture && !isEndingOrEnded }

  package var phase: Phase {
    switch stage {
    case .requested, .scheduled: .scheduled
    case .beginning, .running, .ending: .running
    case .ended(completed: true): .completed
    case .ended(completed: false): .cancelled
    }
  }

  /// Calls the closure once after the end, or at once if the transition has ended.
  ///
  /// - Parameter completion: Receives whether the transition completed; `false` means cancelled.
  package func addCompletion(_ completion: @escaping (_ completed: Bool) -> Void) {
    if case .ended(let completed) = stage {
      completion(completed)
    } else {
      completions.append(completion)
    }
  }

  /// Whether the end has begun: its callbacks run, and new operations are accepted.
  var isEndingOrEnded: Bool {
    switch stage {
    case .ending, .ended: true
    case .requested, .scheduled, .beginning, .running: false
    }
  }

  /// Whether a callback of the beginning is on the call stack.
  var isBeginning: Bool {
    if case .beginning = stage { true } else { false }
  }

  /// Whether a callback of the beginning or the end is on the call stack.
  var isExecuting: Bool {
    switch stage {
    case .beginning, .ending: true
    case .requested, .scheduled, .running, .ended: false
    }
  }

  /// Replaces the controller that leaves, for a transition that waited for its turn.
  func retarget(from newFrom: HeadlessViewController?) {
    from = newFrom
    participants = [owner, newFrom, to].compactMap { $0 }
  }

  func join() {
    for case let controller as HeadlessViewController in participants {
      controller.involvements.append(self)
    }
  }

  /// Releases everything the transition held, and returns the completions.
  func leave() -> [(_ completed: Bool) -> Void] {
    for case let controller as HeadlessViewController in participants {
      controller.involvements.removeAll { $0 === self }
    }
    defer {
      participants = []
      completions = []
      animations = []
      interactionHandlers = []
      remainingEnd = nil
    }
    return completions
  }
}

extension HeadlessTransition: HeadlessViewControllerTransitionCoordinator {
  package var isCancelled: Bool {
    switch stage {
    case .ending(completed: false), .ended(completed: false): true
    default: false
    }
  }

  /// Returns the controller that leaves or appears, according to the key.
  package func viewController(
    forKey key: HeadlessTransitionContextViewControllerKey
  ) -> HeadlessViewController? {
    switch key {
    case .from: from
    case .to: to
    }
  }

  /// Runs closures together with the transition and after its end.
  @discardableResult
  package func animate(
    alongsideTransition animation: (
      (any HeadlessViewControllerTransitionCoordinatorContext) -> Void
    )?,
    completion: ((any HeadlessViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    if let completion {
      addCompletion { [self] _ in completion(self) }
    }
    guard let animation else { return true }
    switch stage {
    case .requested, .scheduled, .beginning: animations.append(animation)
    case .running: animation(self)
    case .ending, .ended: return false
    }
    return true
  }

  /// Calls the handler when the finger is lifted, before the callbacks of the end.
  package func notifyWhenInteractionChanges(
    _ handler: @escaping (any HeadlessViewControllerTransitionCoordinatorContext) -> Void
  ) {
    guard !isEndingOrEnded else { return }
    interactionHandlers.append(handler)
  }
}

/// A running transition that accepts additional animations and a completion, shaped like
/// `UIViewControllerTransitionCoordinator`.
@MainActor
public protocol HeadlessViewControllerTransitionCoordinator:
  HeadlessViewControllerTransitionCoordinatorContext
{
  /// Runs closures together with the transition and after its end.
  ///
  /// - Parameters:
  ///   - animation: Called when the transition's animation starts, or at once if it has started.
  ///   - completion: Called after the transition has ended, completed or cancelled.
  /// - Returns: Whether the animation was accepted.
  @discardableResult
  func animate(
    alongsideTransition animation: (
      (any HeadlessViewControllerTransitionCoordinatorContext) -> Void
    )?,
    completion: ((any HeadlessViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool

  /// Calls the handler when the finger is lifted, before the callbacks of the end.
  func notifyWhenInteractionChanges(
    _ handler: @escaping (any HeadlessViewControllerTransitionCoordinatorContext) -> Void
  )
}

/// The properties of a running transition, shaped like
/// `UIViewControllerTransitionCoordinatorContext`.
@MainActor
public protocol HeadlessViewControllerTransitionCoordinatorContext: AnyObject {
  /// Whether the transition is animated.
  var isAnimated: Bool { get }
  /// Whether the transition currently follows the user's finger.
  var isInteractive: Bool { get }
  /// Whether the transition has been cancelled.
  var isCancelled: Bool { get }

  /// Returns the controller that leaves or appears, according to the key.
  func viewController(
    forKey key: HeadlessTransitionContextViewControllerKey
  ) -> HeadlessViewController?
}

/// A key for one of the two controllers of a transition, shaped like
/// `UITransitionContextViewControllerKey`.
public enum HeadlessTransitionContextViewControllerKey: Sendable {
  /// The controller that is visible when the transition begins.
  case from
  /// The controller that is visible when the transition has completed.
  case to
}

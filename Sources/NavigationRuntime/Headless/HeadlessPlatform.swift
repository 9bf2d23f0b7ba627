import Foundation

/// The process of headless controllers: it determines when transitions begin and end, and receives
/// the reports that UIKit would log or raise.
///
/// Every window has one; a controller finds its own through its parent, presenter and window. A
/// test makes its own, so that tests run side by side:
///
/// ```swift
/// let platform = HeadlessPlatform(transitionMode: .manual)
/// let window = HeadlessWindow(platform: platform)
/// window.rootViewController = HeadlessNavigationController(rootViewController: screen)
/// window.makeKeyAndVisible()
/// platform.layOut()
/// ```
@MainActor
public final class HeadlessPlatform {
  /// The time at which transitions happen.
  public enum TransitionMode: Sendable, Equatable {
    /// Inside the requesting call.
    case immediate
    /// Under control of the test: ``HeadlessPlatform/layOut()`` begins them,
    /// ``HeadlessPlatform/completeTransition()`` ends them.
    case manual
  }

  /// The platform of all controllers without another one.
  public static let shared = HeadlessPlatform()

  /// The mode of transitions; a change affects those requested afterwards.
  public var transitionMode: TransitionMode

  /// Receives a report of each refused call.
  ///
  /// Without a handler a report becomes one line on the standard error stream.
  public var onReport: ((HeadlessReport) -> Void)?

  // Unchecked: an access is a load or a store, and many places read it.
  /// Whether transitions on the screen end turns of the main queue after their call, where
  /// ``transitionMode`` is `immediate`.
  ///
  /// UIKit's presentations and dismissals do, with animation or without, and refuse other ones
  /// until then. Its appearance callbacks come after the commit.
  @exclusivity(unchecked) package var endsTransitionsLate = false

  /// Whether calls with an animation have one, as after `UIView.setAnimationsEnabled(true)`.
  package var animationsAreEnabled = true

  /// Whether transitions end without calling their completions, as UIKit's do when another one
  /// replaces them.
  package var losesCompletions = false

  /// The window that became key last, while it exists.
  package internal(set) weak var keyWindow: HeadlessWindow?

  /// The requested transitions that have not ended, in the order of the requests.
  package private(set) var pendingTransitions: [HeadlessTransition] = []

  /// Makes a platform.
  ///
  /// - Parameters:
  ///   - transitionMode: The mode of transitions.
  ///   - onReport: Receives a report of each refused call; `nil` writes it to the standard error
  ///     stream.
  public init(
    transitionMode: TransitionMode = .immediate,
    onReport: ((HeadlessReport) -> Void)? = nil
  ) {
    self.transitionMode = transitionMode
    self.onReport = onReport
  }

  func report(_ report: HeadlessReport) {
    if let onReport {
      onReport(report)
    } else {
      Self.writeToStandardError(report)
    }
  }

  package nonisolated static func writeToStandardError(_ report: HeadlessReport) {
    try? FileHandle.standardError.write(contentsOf: Data("[headless] \(report)\n".utf8))
  }

  func add(_ transition: HeadlessTransition) {
    pendingTransitions.append(transition)
  }

  func remove(_ transition: HeadlessTransition) {
    pendingTransitions.removeAll { $0 === transition }
  }
}

extension HeadlessPlatform {
  /// Performs a layout pass, as the system does once per turn of the run loop: requested
  /// transitions begin, and those without animation also end.
  public func layOut() {
    for transition in pendingTransitions {
      layOut(transition)
    }
  }

  /// Ends the oldest transition that can end, callbacks and completions included.
  ///
  /// A transition that has not begun begins first; a gesture's is finished.
  ///
  /// - Returns: `false` if there was none.
  @discardableResult
  public func completeTransition() -> Bool {
    let transition = pendingTransitions.first {
      switch $0.stage {
      case .scheduled, .running: true
      case .requested, .beginning, .ending, .ended: false
      }
    }
    guard let transition else { return false }
    complete(transition)
    return true
  }

  /// Ends all transitions, including those requested by their callbacks and completions.
  public func completeAllTransitions() {
    while completeTransition() {}
  }

  /// Begins a transition that waits for the layout pass; without animation it also ends.
  func layOut(_ transition: HeadlessTransition) {
    if endsTransitionsLate, !transition.isAnimated, !transition.isExecuting {
      complete(transition)
      return
    }
    guard case .scheduled = transition.stage else { return }
    begin(transition)
    if !transition.isAnimated {
      end(transition, completed: true)
    }
  }

  @discardableResult
  func complete(_ transition: HeadlessTransition) -> Bool {
    begin(transition)
    return end(transition, completed: true)
  }
}

extension HeadlessPlatform {
  /// Performs an operation: the properties change now, the callbacks follow according to the mode.
  ///
  /// - Returns: The transition, or `nil` if it has ended.
  func perform(
    _ transition: HeadlessTransition, _ work: HeadlessTransition.Work, isOnScreen: Bool
  ) -> HeadlessTransition? {
    if !pendingTransitions.contains(where: { $0 === transition }) {
      add(transition)
    }
    transition.join()
    let isInteractive = transition.isInteractive
    transition.owner?.notify(
      .transitionBegan(id: transition.id, isInteractive: isInteractive), by: transition.origin)
    // A callback of the change that ends the transitions around it cannot end this one yet.
    work.change()
    transition.stage = .scheduled(work)
    if isInteractive {
      begin(transition)
    } else if !isOnScreen {
      complete(transition)
    } else if transitionMode == .immediate {
      if endsTransitionsLate { endLater(transition) } else { complete(transition) }
    }
    if case .ended = transition.stage { return nil }
    return transition
  }

  /// Begins a transition in the next turn of the main queue, and ends it two turns after that.
  ///
  /// A window places the view of its root at once. The transition outlasts its window, and retains
  /// the platform that ends it.
  private func endLater(_ transition: HeadlessTransition) {
    if transition.kind == .setRoot || transition.kind == .showWindow { begin(transition) }
    onNextTurn { [self] in
      begin(transition)
      onNextTurn { onNextTurn { self.end(transition, completed: true) } }
    }
  }

  /// Ends the transitions without animation that would end turns after their call: the user's
  /// finger comes after those turns.
  func endLateTransitions() {
    guard endsTransitionsLate else { return }
    for transition in pendingTransitions where !transition.isAnimated && !transition.isExecuting {
      complete(transition)
    }
  }

  /// Makes the will-callbacks of a transition that has not begun.
  func begin(_ transition: HeadlessTransition) {
    guard case .scheduled(let work) = transition.stage else { return }
    transition.stage = .beginning(work)
    work.begin()
    transition.stage = .running(work)
    let animations = transition.animations
    transition.animations = []
    for animation in animations {
      animation(transition)
    }
  }

  /// Makes the did-callbacks of a running transition, notifies its owner and calls its completions.
  @discardableResult
  func end(_ transition: HeadlessTransition, completed: Bool) -> Bool {
    guard case .running(let work) = transition.stage else { return false }
    transition.stage = .ending(completed: completed)
    if !transition.isGesture { transition.interactionHandlers = [] }
    transition.remainingEnd = work.end
    performRemainingSteps(of: transition)
    return true
  }

  /// Performs what is left of the end of a transition, unless it has ended.
  ///
  /// The callbacks may navigate, and perform the rest before that.
  func performRemainingSteps(of transition: HeadlessTransition) {
    while !transition.interactionHandlers.isEmpty {
      transition.interactionHandlers.removeFirst()(transition)
    }
    guard case .ending(let completed) = transition.stage else { return }
    while let end = transition.remainingEnd {
      transition.nextStep += 1
      if !end(completed, transition.nextStep - 1) { transition.remainingEnd = nil }
    }
    // A callback may have performed the rest, and an operation that waits for the layout pass.
    guard case .ending = transition.stage else { return }
    settle(transition.owner)
    guard case .ending = transition.stage else { return }
    finish(transition, completed: completed)
  }

  /// Gives up a transition that has not begun.
  func abandon(_ transition: HeadlessTransition) {
    remove(transition)
    transition.stage = .ended(completed: false)
    for completion in transition.leave() {
      completion(false)
    }
  }

  /// Ends the transitions inside a subtree that is about to leave the screen, as removing a view
  /// ends its animations: a gesture's transition is cancelled, all others are completed.
  ///
  /// - Returns: Whether any callbacks were made. They may have navigated, so the caller has to
  ///   start over.
  @discardableResult
  func endTransitions(within roots: [HeadlessViewController]) -> Bool {
    var hasEnded = false
    for transition in pendingTransitions where !transition.isExecuting {
      guard let owner = transition.owner as? HeadlessViewController,
        roots.contains(where: { owner.isWithin($0) })
      else { continue }
      let ended =
        transition.isGesture
        ? end(transition, completed: false)
        : complete(transition)
      hasEnded = hasEnded || ended
    }
    return hasEnded
  }

  private func settle(_ owner: HeadlessResponder?) {
    (owner as? any AppearanceHost)?.settleMembers()
    (owner as? HeadlessViewController)?.appearanceHost?.settleMembers()
  }

  private func finish(_ transition: HeadlessTransition, completed: Bool) {
    let owner = transition.owner
    remove(transition)
    transition.stage = .ended(completed: completed)
    let completions = transition.leave()
    owner?.notify(
      .transitionEnded(id: transition.id, completed: completed), by: transition.origin)
    for completion in completions where !losesCompletions {
      completion(completed)
    }
    (owner as? HeadlessViewController)?.transitionDidEnd()
  }
}

@MainActor
private func onNextTurn(_ call: @escaping @MainActor @Sendable () -> Void) {
  DispatchQueue.main.async { MainActor.assumeIsolated(call) }
}

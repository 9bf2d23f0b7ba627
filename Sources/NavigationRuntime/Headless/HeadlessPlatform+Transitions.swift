extension HeadlessPlatform {
  /// Performs an operation: the properties change now, the callbacks follow according to the mode.
  ///
  /// - Returns: The transition, or `nil` if it has ended.
  func perform(
    _ transition: HeadlessTransition, _ work: HeadlessTransition.Work, isOnScreen: Bool
  ) -> HeadlessTransition? {
    transition.stage = .scheduled(work)
    if !pendingTransitions.contains(where: { $0 === transition }) {
      add(transition)
    }
    transition.join()
    let isInteractive = transition.isInteractive
    transition.owner?.notify(
      .transitionBegan(id: transition.id, isInteractive: isInteractive), by: transition.origin)
    work.change()
    if isInteractive {
      begin(transition)
    } else if transitionMode == .immediate || !isOnScreen {
      complete(transition)
    }
    if case .ended = transition.stage { return nil }
    return transition
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
    if transition.isGesture {
      for handler in transition.interactionHandlers {
        handler(transition)
      }
    }
    work.end(completed)
    settle(transition.owner)
    finish(transition, completed: completed)
    return true
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
  func endTransitions(within roots: HeadlessViewController...) -> Bool {
    endTransitions(within: roots)
  }

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
    for completion in completions {
      completion(completed)
    }
    (owner as? HeadlessViewController)?.transitionDidEnd()
  }
}

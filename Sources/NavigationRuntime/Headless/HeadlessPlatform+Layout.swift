extension HeadlessPlatform {
  /// Lays out, as the system does once per turn of the run loop: what has been requested begins,
  /// and what is not animated also ends.
  public func layOut() {
    for transition in pendingTransitions {
      layOut(transition)
    }
  }

  /// Ends the oldest transition that can end, callbacks and completions included.
  ///
  /// One that has not begun begins first; one that follows a finger is finished.
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

  /// Ends all transitions, those included that are requested by their callbacks and completions.
  public func completeAllTransitions() {
    while completeTransition() {}
  }

  /// Begins a transition that waits for the layout pass; without animation it also ends.
  func layOut(_ transition: HeadlessTransition) {
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

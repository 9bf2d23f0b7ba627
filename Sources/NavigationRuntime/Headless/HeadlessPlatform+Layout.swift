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

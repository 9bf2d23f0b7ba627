extension HeadlessTransition: HeadlessViewControllerTransitionCoordinator {
  /// Whether the transition has been cancelled.
  public var isCancelled: Bool {
    switch stage {
    case .ending(completed: false), .ended(completed: false): true
    default: false
    }
  }

  /// Returns the controller that leaves or appears, according to the key.
  public func viewController(
    forKey key: HeadlessTransitionContextViewControllerKey
  ) -> HeadlessViewController? {
    switch key {
    case .from: from
    case .to: to
    default: nil
    }
  }

  /// Runs closures together with the transition and after its end.
  @discardableResult
  public func animate(
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
  public func notifyWhenInteractionChanges(
    _ handler: @escaping (any HeadlessViewControllerTransitionCoordinatorContext) -> Void
  ) {
    guard !isEndingOrEnded else { return }
    interactionHandlers.append(handler)
  }
}

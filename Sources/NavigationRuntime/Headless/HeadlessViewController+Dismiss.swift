extension HeadlessViewController {
  package func performDismiss(
    animated: Bool,
    by origin: HeadlessOrigin = .code,
    completion: (() -> Void)? = nil
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    layOutPresentation()
    let dismissed = presentedViewController ?? ancestry.first { $0.directPresenter != nil }
    guard let dismissed, let presenter = dismissed.directPresenter else {
      return .failure(.nothingToDismiss(self))
    }
    return presenter.performDismiss(
      dismissed, animated: animated, by: origin, delegate: nil, completion: completion)
  }

  /// Dismisses the controller that this one presents, with all above it.
  func performDismiss(
    _ dismissed: HeadlessViewController,
    animated: Bool,
    interactive: Bool = false,
    by origin: HeadlessOrigin,
    delegate: HeadlessPresentationController?,
    completion: (() -> Void)? = nil
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    let chain = dismissed.presentationChain
    if let running = chain.lazy.compactMap(\.runningPresentation).first {
      return .failure(.transitionRunning("Dismissing \(dismissed.name)", self, running))
    }
    if platform.endTransitions(within: dismissed) {
      guard dismissed.directPresenter === self else { return .failure(.nothingToDismiss(self)) }
      return performDismiss(
        dismissed, animated: animated, interactive: interactive, by: origin, delegate: delegate,
        completion: completion)
    }
    let top = dismissed.presentationChain.last ?? dismissed
    let transition = HeadlessTransition(
      .dismiss, on: self, from: top, to: self, animated: animated, interactive: interactive,
      by: origin)
    if let completion {
      transition.addCompletion { completed in if completed { completion() } }
    }
    let work = HeadlessTransition.Work(
      change: {
        if let delegate { delegate.delegate?.presentationControllerWillDismiss(delegate) }
      },
      begin: { [self] in beginDismissal(of: dismissed, animated: animated) },
      end: { [self] completed in
        guard completed else { return takeBackDismissal(of: dismissed, animated: animated) }
        endDismissal(of: dismissed, by: origin)
        if let delegate { delegate.delegate?.presentationControllerDidDismiss(delegate) }
      }
    )
    return .success(platform.perform(transition, work, isOnScreen: true))
  }

  /// Begins the dismissal; only the topmost controller leaves with animation.
  private func beginDismissal(of dismissed: HeadlessViewController, animated: Bool) {
    let chain = dismissed.presentationChain
    for controller in chain {
      controller.presence = .leaving
    }
    for controller in chain.reversed() {
      controller.beginAppearance(false, animated: animated && controller === chain.last)
    }
    if dismissed.takesPresenterOffScreen { beginAppearance(true, animated: animated) }
  }

  private func endDismissal(of dismissed: HeadlessViewController, by origin: HeadlessOrigin) {
    let chain = dismissed.presentationChain
    for controller in chain.reversed() {
      let presenter = controller.directPresenter
      presenter?.directPresented = nil
      controller.directPresenter = nil
      presenter?.notify(.presentation, by: origin)
    }
    for controller in chain.reversed() {
      controller.endAppearance()
    }
    for controller in chain {
      controller.presence = .settled
    }
    if dismissed.takesPresenterOffScreen { endAppearance() }
  }

  private func takeBackDismissal(of dismissed: HeadlessViewController, animated: Bool) {
    let chain = dismissed.presentationChain
    for controller in chain {
      controller.presence = .settled
    }
    if dismissed.takesPresenterOffScreen { beginAppearance(false, animated: animated) }
    for controller in chain where !controller.isCovered {
      controller.beginAppearance(true, animated: animated)
    }
    for controller in chain {
      controller.endAppearance()
    }
    if dismissed.takesPresenterOffScreen { endAppearance() }
  }
}

extension HeadlessViewController {
  /// The controller that this one, or an ancestor, presents.
  public final var presentedViewController: HeadlessViewController? {
    var next: HeadlessViewController? = self
    while let controller = next {
      if let presented = controller.directPresented { return presented }
      next = controller.parent
    }
    return nil
  }

  /// The controller that presents this one or its outermost presented ancestor.
  public final var presentingViewController: HeadlessViewController? {
    var next: HeadlessViewController? = self
    while let controller = next {
      if let presenter = controller.directPresenter { return presenter }
      next = controller.parent
    }
    return nil
  }

  /// The manager of the presentation of this controller or of its nearest presented ancestor; also
  /// available before a presentation.
  public final var presentationController: HeadlessPresentationController? {
    let presented = ancestry.first { $0.directPresenter != nil } ?? self
    if let existing = presented.ownPresentationController { return existing }
    let made = HeadlessPresentationController(presentedViewController: presented)
    presented.ownPresentationController = made
    return made
  }

  /// The manager of the presentation, if the controller is presented as a popover.
  public final var popoverPresentationController: HeadlessPresentationController? {
    modalPresentationStyle == .popover ? presentationController : nil
  }

  /// Whether the presenter leaves the screen when this controller is presented.
  package final var takesPresenterOffScreen: Bool {
    modalPresentationStyle.coversPresenter
  }

  /// Whether the controller is off the screen because its modal covers it.
  var isCovered: Bool {
    directPresented.map { $0.takesPresenterOffScreen && $0.isCoveringNow } ?? false
  }

  /// The contained controller, or root, at the beginning of the chain of presentations.
  var presentationBase: HeadlessViewController {
    var base = self
    while let presenter = base.directPresenter { base = presenter }
    return base
  }

  /// This controller and all that are presented above it, the topmost last.
  var presentationChain: [HeadlessViewController] {
    var chain = [self]
    while let next = chain.last?.directPresented { chain.append(next) }
    return chain
  }

  /// Whether it covers its presenter: a controller that is being dismissed uncovers it before the
  /// links are cut.
  private var isCoveringNow: Bool { presence != .leaving }

  /// Returns the controller that presents in place of this one.
  func presentationContext(
    for presented: HeadlessViewController
  ) -> HeadlessViewController {
    let ancestry = ancestry
    if presented.modalPresentationStyle.usesCurrentContext,
      let context = ancestry.first(where: \.definesPresentationContext)
    {
      return context
    }
    return ancestry.last ?? self
  }

  /// The presentation or dismissal that keeps this controller from taking part in another.
  var runningPresentation: HeadlessTransition? {
    for controller in ancestry {
      let running = controller.involvements.last {
        ($0.kind == .present || $0.kind == .dismiss) && !$0.isEndingOrEnded
      }
      if let running { return running }
    }
    return nil
  }
}

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

  /// The manager of the presentation that this controller, or its nearest presented ancestor, is
  /// or would be in.
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

  /// Whether the controller is off the screen because of what it presents.
  var isCovered: Bool {
    directPresented.map { $0.takesPresenterOffScreen && $0.isCoveringNow } ?? false
  }

  /// The contained controller, or root, that the chain of presentations begins with.
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

  /// A controller that is being dismissed gives the screen back before the links are cut.
  private var isCoveringNow: Bool { presence != .leaving }

  /// The controller that presents when this one is asked to.
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

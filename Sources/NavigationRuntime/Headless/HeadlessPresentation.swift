extension HeadlessViewController {
  /// The controller that this one, or an ancestor, presents.
  public final var presentedViewController: HeadlessViewController? {
    nearest { $0.directPresented }
  }

  /// The controller that presents this one or its outermost presented ancestor.
  public final var presentingViewController: HeadlessViewController? {
    nearest { $0.directPresenter }
  }

  /// The manager of the presentation of this controller or of its nearest presented ancestor; also
  /// available before a presentation.
  public final var presentationController: HeadlessPresentationController? {
    let presented = nearest { $0.directPresenter == nil ? nil : $0 } ?? self
    if let existing = presented.ownPresentationController { return existing }
    let made = HeadlessPresentationController(presentedViewController: presented)
    presented.ownPresentationController = made
    return made
  }

  /// The manager of the presentation, if the controller is presented as a popover.
  public final var popoverPresentationController: HeadlessPresentationController? {
    presentationStyle == .popover ? presentationController : nil
  }

  /// Whether the presenter leaves the screen when this controller is presented.
  package final var takesPresenterOffScreen: Bool {
    shownStyle.coversPresenter
  }

  /// Whether the controller is off the screen because its modal covers it.
  var isCovered: Bool {
    // One that is being dismissed uncovers its presenter before the links are cut.
    directPresented.map { $0.takesPresenterOffScreen && $0.presence != .leaving } ?? false
  }

  /// The number of links that ``presentationBase`` and ``presentationChain`` have followed so far.
  package private(set) static var followedLinkCount = 0

  /// The contained controller, or root, at the beginning of the chain of presentations.
  var presentationBase: HeadlessViewController {
    var base = self
    while let presenter = base.directPresenter {
      base = presenter
      Self.followedLinkCount += 1
    }
    return base
  }

  /// This controller and all that are presented above it, the topmost last.
  var presentationChain: [HeadlessViewController] {
    var chain: [HeadlessViewController] = []
    forEachInPresentationChain { chain.append($0) }
    return chain
  }

  /// Visits this controller and all that are presented above it, bottom first.
  func forEachInPresentationChain(_ body: @MainActor (HeadlessViewController) -> Void) {
    body(self)
    var last = self
    while let next = last.directPresented {
      body(next)
      last = next
      Self.followedLinkCount += 1
    }
  }

  /// The topmost modal over the whole window, among those presented over this controller and over
  /// the contents that it shows.
  ///
  /// One over the current context leaves the screen around that usable.
  var windowModal: HeadlessViewController? {
    var found: HeadlessViewController?
    var pending = [self]
    while let base = pending.popLast() {
      let chain = base.presentationChain
      if let modal = chain.dropFirst().last(where: { !$0.presentationStyle.usesCurrentContext }) {
        found = modal
        pending = []
      }
      pending += (chain.last ?? base).shownMembers
    }
    return found
  }

  private func presentationContext(
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
  private var runningPresentation: HeadlessTransition? {
    for controller in ancestry {
      let running = controller.involvements.last {
        ($0.kind == .present || $0.kind == .dismiss) && !$0.isEndingOrEnded
      }
      if let running { return running }
    }
    return nil
  }
}

extension HeadlessViewController {
  package func performPresent(
    _ controller: HeadlessViewController,
    animated: Bool,
    completion: (() -> Void)? = nil
  ) -> HeadlessResult {
    layOutPresentation()
    let adaptedStyle = controller.styleOfDelegate
    if let refusal = refusalToPresent(controller) { return .failure(refusal) }
    let presenter = presentationContext(for: controller)
    let transition = HeadlessTransition(
      .present, on: presenter, from: presenter, to: controller, animated: animated, by: .code)
    if let completion {
      transition.addCompletion { completed in if completed { completion() } }
    }
    let work = HeadlessTransition.Work(
      change: {
        controller.adaptedStyle = adaptedStyle
        presenter.directPresented = controller
        controller.directPresenter = presenter
        controller.presence = .arriving
        presenter.notify(.presentation, by: .code)
      },
      begin: {
        if presenter.isShowing { controller.loadViewIfNeeded() }
        if controller.takesPresenterOffScreen {
          presenter.beginAppearance(false, animated: animated)
        }
        controller.beginAppearance(true, animated: animated)
      },
      end: HeadlessTransition.Work.steps { _ in
        [
          {
            controller.endAppearance()
            if controller.takesPresenterOffScreen { presenter.endAppearance() }
            if controller.presence == .arriving { controller.presence = .settled }
          }
        ]
      }
    )
    return .success(presenter.platform.perform(transition, work, isOnScreen: true))
  }

  /// The style to which the delegate adapts the next presentation.
  private var styleOfDelegate: HeadlessModalPresentationStyle {
    guard directPresenter == nil, !(self is HeadlessAlertController),
      modalPresentationStyle.isAdaptable,
      let manager = ownPresentationController, let delegate = manager.delegate
    else { return .none }
    return delegate.adaptivePresentationStyle(for: manager)
  }

  /// Returns the reason why a controller cannot be presented on this one, if there is one.
  private func refusalToPresent(_ controller: HeadlessViewController) -> HeadlessReport? {
    if isWithin(controller) { return .wouldBeCycle(controller, self) }
    if let presenter = controller.directPresenter {
      return .alreadyPresented(controller, by: presenter)
    }
    if controller.parent != nil || controller.rootWindow != nil {
      return .alreadyInHierarchy(controller)
    }
    if let running = runningPresentation {
      return .transitionRunning("Presenting \(controller.name)", self, running)
    }
    let presenter = presentationContext(for: controller)
    if let presented = presentedViewController ?? presenter.directPresented {
      return .alreadyPresenting(controller, self, presented)
    }
    // A controller that is about to leave the screen counts as gone: it would take the new one
    // along.
    guard isShowing, presenter.isShowing, !isAboutToEnterWindow else {
      return .presenterNotInWindow(controller, self)
    }
    return nil
  }

  /// Whether a window is about to place the view of its root, which is this controller or the
  /// outermost one around it, for the first time.
  private var isAboutToEnterWindow: Bool {
    guard let root = ancestry.last, let window = root.rootWindow, !root.hasAppearedAsRoot else {
      return false
    }
    return root.involvements.contains { $0.owner === window && $0.isBeginning }
  }

  /// Performs presentations without animation that wait for the layout pass.
  ///
  /// Where transitions end late, it places the view of a selected tab, as UIKit does at the latest
  /// when something is presented on it.
  private func layOutPresentation() {
    for controller in ancestry {
      for transition in controller.involvements where !transition.isAnimated {
        if !platform.endsTransitionsLate {
          controller.platform.layOut(transition)
        } else if transition.kind == .selectTab {
          controller.platform.begin(transition)
        }
      }
    }
  }
}

extension HeadlessViewController {
  package func performDismiss(
    animated: Bool,
    completion: (() -> Void)? = nil
  ) -> HeadlessResult {
    layOutPresentation()
    let dismissed = presentedViewController ?? ancestry.first { $0.directPresenter != nil }
    guard let dismissed, let presenter = dismissed.directPresenter else {
      return .failure(.nothingToDismiss(self))
    }
    return presenter.performDismiss(
      dismissed, animated: animated, by: .code, delegate: nil, completion: completion)
  }

  /// Dismisses the controller that this one presents, with all above it.
  func performDismiss(
    _ dismissed: HeadlessViewController,
    animated: Bool,
    interactive: Bool = false,
    by origin: HeadlessOrigin,
    delegate: HeadlessPresentationController?,
    completion: (() -> Void)? = nil
  ) -> HeadlessResult {
    let chain = dismissed.presentationChain
    if let running = chain.lazy.compactMap(\.runningPresentation).first {
      return .failure(.transitionRunning("Dismissing \(dismissed.name)", self, running))
    }
    if platform.endTransitions(within: [dismissed]) {
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
      end: HeadlessTransition.Work.steps { [self] completed in
        [
          { [self] in
            guard completed else { return takeBackDismissal(of: dismissed, animated: animated) }
            endDismissal(of: dismissed, by: origin)
            if let delegate { delegate.delegate?.presentationControllerDidDismiss(delegate) }
          }
        ]
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
    let uncoversPresenter = dismissed.takesPresenterOffScreen
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
    if uncoversPresenter { endAppearance() }
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

/// The style of a presentation, shaped like `UIModalPresentationStyle`.
public enum HeadlessModalPresentationStyle: Sendable, CaseIterable {
  /// Covers the screen; the presenter disappears.
  case fullScreen
  /// A sheet; the presenter stays on the screen.
  case pageSheet
  /// A smaller sheet; the presenter stays on the screen.
  case formSheet
  /// Covers the context's view; the presenter disappears.
  case currentContext
  /// Left to the presented controller; treated like ``overFullScreen``.
  case custom
  /// Lies over the whole screen; the presenter stays on it.
  case overFullScreen
  /// Lies over the context's view; the presenter stays on the screen.
  case overCurrentContext
  /// A bubble that a tap outside closes; the presenter stays on the screen.
  case popover
  /// Not presentable; treated like ``automatic``.
  case none
  /// The system's choice, a page sheet.
  case automatic

  /// Whether the presenter leaves the screen.
  package var coversPresenter: Bool {
    switch self {
    case .fullScreen, .currentContext: true
    case .pageSheet, .formSheet, .custom, .overFullScreen, .overCurrentContext, .popover, .none,
      .automatic:
      false
    }
  }

  /// Whether the user can pull the presented controller down.
  var isSheet: Bool {
    switch self {
    case .pageSheet, .formSheet, .automatic, .none: true
    case .fullScreen, .currentContext, .custom, .overFullScreen, .overCurrentContext, .popover:
      false
    }
  }

  /// Whether the delegate is asked for another one.
  fileprivate var isAdaptable: Bool { isSheet || self == .popover || self == .custom }

  /// Whether the nearest ancestor that defines a context presents, instead of the outermost.
  fileprivate var usesCurrentContext: Bool {
    self == .currentContext || self == .overCurrentContext
  }
}

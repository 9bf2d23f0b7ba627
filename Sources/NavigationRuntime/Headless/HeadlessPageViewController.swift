import Foundation

/// Pages with one of them visible, shaped like `UIPageViewController` in its scrolling style.
open class HeadlessPageViewController: HeadlessViewController {
  /// The style of turning pages, shaped like `UIPageViewController.TransitionStyle`.
  public enum TransitionStyle: Sendable {
    /// The page curls; here it behaves like ``scroll``.
    case pageCurl
    /// The pages lie side by side.
    case scroll
  }

  /// The position of the next page, shaped like `UIPageViewController.NavigationOrientation`.
  public enum NavigationOrientation: Sendable {
    /// To the right.
    case horizontal
    /// Below.
    case vertical
  }

  /// The direction of a turn, shaped like `UIPageViewController.NavigationDirection`.
  public enum NavigationDirection: Sendable {
    /// To the next page.
    case forward
    /// To the page before.
    case reverse
  }

  /// Provides the pages beside the shown one; without it the user cannot turn pages.
  open weak var dataSource: (any HeadlessPageViewControllerDataSource)?
  /// Observes the user's turns.
  open weak var delegate: (any HeadlessPageViewControllerDelegate)?

  /// Whether pages have a back; then a turn with an animation needs a second controller for it.
  open var isDoubleSided = false

  /// The shown page, if there is one; during a turn still the former one.
  final var shownPage: HeadlessViewController?
  /// The former page while a turn ends turns after its call: UIKit lists it until the next one has
  /// appeared.
  private var listedPage: HeadlessViewController?
  /// The page that a gesture is bringing in, if there is one.
  final var incomingPage: HeadlessViewController?

  /// Makes a page controller without a page; the arguments are ignored.
  public init(
    transitionStyle style: TransitionStyle,
    navigationOrientation: NavigationOrientation,
    options: [String: Any]? = nil
  ) {
    super.init(nibName: nil, bundle: nil)
  }

  /// Makes a page controller without a page; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// An array of the shown page.
  open var viewControllers: [HeadlessViewController]? {
    (listedPage ?? shownPage).map { [$0] } ?? []
  }

  /// Shows a page.
  ///
  /// - Parameters:
  ///   - viewControllers: An array of the page to show; with an animation and a back, of both.
  ///   - direction: The direction of the turn.
  ///   - animated: Whether the change is animated.
  ///   - completion: Called after the end; it may never be called if that page is shown already.
  open func setViewControllers(
    _ viewControllers: [HeadlessViewController]?,
    direction: NavigationDirection,
    animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    if animated, isDoubleSided, let pages = viewControllers, pages.count == 1 {
      return platform.report(.pageWithoutBack(pages[0], self))
    }
    reportFailure(
      of: performSetPage(viewControllers?.first, animated: animated, completion: completion))
  }

  override var shownMembers: [HeadlessViewController] {
    [shownPage, incomingPage].compactMap { $0 }
  }

  override var placesMemberViews: Bool { true }

  override func adopt(_ child: HeadlessViewController) -> HeadlessResult {
    .failure(.unsupported("Adding \(child.name) as a child", self))
  }

  override func relinquish(_ child: HeadlessViewController) -> HeadlessResult {
    performRemovePage(child)
  }
}

extension HeadlessPageViewController {
  func performSetPage(
    _ page: HeadlessViewController?, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) -> HeadlessResult {
    guard let page else { return .failure(.emptyPages(self)) }
    layOutContents()
    return turn(to: page, animated: animated, by: .code, completion: completion)
  }

  /// Shows a page, directly or in a gesture.
  func turn(
    to page: HeadlessViewController, animated: Bool, interactive: Bool = false,
    by origin: HeadlessOrigin, completion: ((Bool) -> Void)? = nil
  ) -> HeadlessResult {
    if page === shownPage {
      if animated { return .failure(.pageAlreadyShown(page, self)) }
      completion?(true)
      return .success(nil)
    }
    if let refusal = refusalToContain(page) { return .failure(refusal) }
    if let running = ownTransition {
      return .failure(.transitionRunning("Turning to \(page.name)", self, running))
    }
    let old = shownPage
    if let old, platform.endTransitions(within: [old]) {
      return turn(
        to: page, animated: animated, interactive: interactive, by: origin, completion: completion)
    }
    if page.parent != nil {
      return page.moveFromFormerParent {
        turn(
          to: page, animated: animated, interactive: interactive, by: origin,
          completion: completion)
      }
    }
    let transition = HeadlessTransition(
      .turnPage, on: self, from: old, to: page, animated: animated && isShowing,
      interactive: interactive, by: origin)
    if let completion { transition.addCompletion(completion) }
    let work = HeadlessTransition.Work(
      change: { [self] in
        if origin == .user { delegate?.pageViewController(self, willTransitionTo: [page]) }
        page.announceMove(to: self)
        guard link(page) else { return }
        contained.append(page)
        if interactive {
          incomingPage = page
        } else {
          if platform.endsTransitionsLate, isShowing { listedPage = old }
          show(page, insteadOf: old, by: origin)
        }
      },
      begin: { [self] in
        guard isShowing, page.parent === self else { return }
        page.loadViewIfNeeded()
        page.beginChain(true, animated: animated)
        if old?.parent === self { old?.beginChain(false, animated: animated) }
      },
      end: HeadlessTransition.Work.steps { [self] completed in
        incomingPage = nil
        // A callback may have moved a page elsewhere; then it is no longer part of the turn.
        let isTurned = completed && (interactive ? page.parent === self : shownPage !== old)
        let steps =
          isTurned
          ? endingTurn(from: old, to: page, showsPage: interactive, by: origin)
          : takingBackTurn(from: old, to: page, animated: animated)
        guard origin == .user else { return steps }
        return steps + [
          { [self] in
            delegate?.pageViewController(
              self, didFinishAnimating: true, previousViewControllers: old.map { [$0] } ?? [],
              transitionCompleted: isTurned)
          }
        ]
      }
    )
    return .success(platform.perform(transition, work, isOnScreen: isShowing))
  }

  private func performRemovePage(_ page: HeadlessViewController) -> HeadlessResult {
    layOutContents()
    if page === shownPage { shownPage = nil }
    if page === listedPage { listedPage = nil }
    if page === incomingPage { incomingPage = nil }
    return performRemoveChild(page)
  }

  private func show(
    _ page: HeadlessViewController, insteadOf old: HeadlessViewController?,
    by origin: HeadlessOrigin
  ) {
    shownPage = page
    contained = [page]
    if old?.parent === self { old?.announceMove(to: nil) }
    notify(.contents, by: origin)
    notify(.selection, by: origin)
  }

  /// Returns the steps of the end of a turn that has completed.
  private func endingTurn(
    from old: HeadlessViewController?, to page: HeadlessViewController, showsPage: Bool,
    by origin: HeadlessOrigin
  ) -> [() -> Void] {
    [
      { [self] in if showsPage { show(page, insteadOf: old, by: origin) } },
      { [self] in if page.parent === self { page.endChain() } },
      { [self] in
        guard listedPage != nil else { return }
        listedPage = nil
        notify(.contents, by: origin)
      },
      { [self] in if old?.parent === self { old?.endChain() } },
      { [self] in old?.leaveParent(self) },
      { [self] in page.arrive(in: self) },
    ]
  }

  /// Returns the steps that restore the former page.
  private func takingBackTurn(
    from old: HeadlessViewController?, to page: HeadlessViewController, animated: Bool
  ) -> [() -> Void] {
    [
      { [self] in if page.parent === self { page.announceMove(to: nil) } },
      { [self] in contained = old.flatMap { $0.parent === self ? [$0] : nil } ?? [] },
      { [self] in if old?.parent === self { old?.beginChain(true, animated: animated) } },
      { [self] in if page.parent === self { page.beginChain(false, animated: animated) } },
      { [self] in if old?.parent === self { old?.endChain() } },
      { [self] in if page.parent === self { page.endChain() } },
      { [self] in page.leaveParent(self) },
    ]
  }
}

/// Provides the pages beside the shown one, shaped like `UIPageViewControllerDataSource`.
///
/// A page is not its own neighbour: if the data source returns the shown page, the turn is refused.
@MainActor
public protocol HeadlessPageViewControllerDataSource: AnyObject {
  /// Returns the previous page, or `nil` at the beginning.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    viewControllerBefore viewController: HeadlessViewController
  ) -> HeadlessViewController?

  /// Returns the next page, or `nil` at the end.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    viewControllerAfter viewController: HeadlessViewController
  ) -> HeadlessViewController?
}

/// Observes the pages that the user turns, shaped like `UIPageViewControllerDelegate`.
///
/// Not called when code sets a page.
@MainActor
public protocol HeadlessPageViewControllerDelegate: AnyObject {
  /// Called when the user begins to turn the page.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    willTransitionTo pendingViewControllers: [HeadlessViewController]
  )

  /// Called when the page has been turned, or the gesture was cancelled.
  func pageViewController(
    _ pageViewController: HeadlessPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [HeadlessViewController], transitionCompleted completed: Bool
  )
}

extension HeadlessPageViewControllerDelegate {
  /// Has no effect.
  public func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    willTransitionTo pendingViewControllers: [HeadlessViewController]
  ) {}

  /// Has no effect.
  public func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    didFinishAnimating finished: Bool,
    previousViewControllers: [HeadlessViewController],
    transitionCompleted completed: Bool
  ) {}
}

import Foundation

/// Pages with one of them visible, shaped like `UIPageViewController` in its scrolling style.
open class HeadlessPageViewController: HeadlessViewController {
  /// The style of turning pages, shaped like `UIPageViewController.TransitionStyle`.
  public enum TransitionStyle: Int, Sendable {
    /// The page curls; here it behaves like ``scroll``.
    case pageCurl = 0
    /// The pages lie side by side.
    case scroll = 1
  }

  /// The position of the next page, shaped like `UIPageViewController.NavigationOrientation`.
  public enum NavigationOrientation: Int, Sendable {
    /// To the right.
    case horizontal = 0
    /// Below.
    case vertical = 1
  }

  /// The direction of a turn, shaped like `UIPageViewController.NavigationDirection`.
  public enum NavigationDirection: Int, Sendable {
    /// To the next page.
    case forward = 0
    /// To the page before.
    case reverse = 1
  }

  /// A setting of the page controller, shaped like `UIPageViewController.OptionsKey`.
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    /// The key's text.
    public let rawValue: String

    /// Makes a key from its text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// Provides the pages beside the shown one; without it the user cannot turn pages.
  open weak var dataSource: (any HeadlessPageViewControllerDataSource)?
  /// Observes the user's turns.
  open weak var delegate: (any HeadlessPageViewControllerDelegate)?

  /// The shown page, if there is one; during a turn still the former one.
  final var shownPage: HeadlessViewController?
  /// The page that a gesture is bringing in, if there is one.
  final var incomingPage: HeadlessViewController?

  /// Makes a page controller without a page; the arguments are ignored.
  public init(
    transitionStyle style: TransitionStyle,
    navigationOrientation: NavigationOrientation,
    options: [OptionsKey: Any]? = nil
  ) {
    super.init(nibName: nil, bundle: nil)
  }

  /// Makes a page controller without a page; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// An array of the shown page.
  public final var viewControllers: [HeadlessViewController]? {
    shownPage.map { [$0] } ?? []
  }

  /// Shows a page.
  ///
  /// - Parameters:
  ///   - viewControllers: An array of the page to show.
  ///   - direction: The direction of the turn.
  ///   - animated: Whether the change is animated.
  ///   - completion: Called after the end; it may never be called if that page is shown already.
  open func setViewControllers(
    _ viewControllers: [HeadlessViewController]?,
    direction: NavigationDirection,
    animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    reportFailure(
      of: performSetPage(viewControllers?.first, animated: animated, completion: completion))
  }

  override var shownMembers: [HeadlessViewController] {
    [shownPage, incomingPage].compactMap { $0 }
  }

  override var placesMemberViews: Bool { true }

  override func adopt(
    _ child: HeadlessViewController
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    .failure(.unsupported("Adding \(child.name) as a child", self))
  }

  override func relinquish(
    _ child: HeadlessViewController
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    performRemovePage(child)
  }
}

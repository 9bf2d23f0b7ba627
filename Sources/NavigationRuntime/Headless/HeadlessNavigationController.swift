import Foundation

/// A stack of controllers with the top one visible, shaped like `UINavigationController`.
///
/// A push or pop costs the same in a stack of ten and of a hundred thousand.
open class HeadlessNavigationController: HeadlessViewController {
  /// Observes the shown controller.
  open weak var delegate: (any HeadlessNavigationControllerDelegate)?
  /// Whether the bar with the title and the back button is hidden.
  open var isNavigationBarHidden = false
  /// Whether the user can swipe back from the edge, as `interactivePopGestureRecognizer.isEnabled`.
  open var isInteractivePopEnabled = true

  /// The pushes that wait for the end of the running transition, the oldest first.
  final var waitingPushes: [WaitingPush] = []

  /// A push requested while another transition ran.
  struct WaitingPush {
    var controller: HeadlessViewController
    var isAnimated: Bool
    var transition: HeadlessTransition
  }

  /// Makes a navigation controller with an empty stack; both arguments are ignored.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Makes a navigation controller with an empty stack; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Makes a navigation controller whose stack holds one controller.
  public init(rootViewController: HeadlessViewController) {
    super.init(nibName: nil, bundle: nil)
    reportFailure(of: performSet([rootViewController], animated: false))
  }

  /// The stack, the root first; setting it is a change without animation.
  open var viewControllers: [HeadlessViewController] {
    get { contained }
    set { setViewControllers(newValue, animated: false) }
  }

  /// The controller on top of the stack.
  public final var topViewController: HeadlessViewController? { contained.last }

  /// The visible controller: the presented one, else the top of the stack.
  public final var visibleViewController: HeadlessViewController? {
    presentedViewController ?? topViewController
  }

  /// Pushes a controller; during another transition, after its end.
  open func pushViewController(_ viewController: HeadlessViewController, animated: Bool) {
    reportFailure(of: performPush(viewController, animated: animated))
  }

  /// Pops the top controller, unless it is the root.
  ///
  /// - Returns: The former top, or `nil` if nothing was popped.
  @discardableResult
  open func popViewController(animated: Bool) -> HeadlessViewController? {
    let top = topViewController
    switch performPop(animated: animated) {
    case .success: return top
    case .failure(let report):
      platform.report(report)
      return nil
    }
  }

  /// Pops all controllers above a given one.
  ///
  /// - Returns: The popped controllers, the former top last, or `nil` if the call was refused.
  @discardableResult
  open func popToViewController(
    _ viewController: HeadlessViewController, animated: Bool
  ) -> [HeadlessViewController]? {
    let stack = contained
    switch performPop(to: viewController, animated: animated) {
    case .success:
      let index = stack.lastIndex { $0 === viewController } ?? stack.endIndex - 1
      return Array(stack[(index + 1)...])
    case .failure(let report):
      platform.report(report)
      return nil
    }
  }

  /// Pops all controllers above the root.
  ///
  /// - Returns: The popped controllers, the former top last, or `nil` if there were none.
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [HeadlessViewController]? {
    guard let root = contained.first else { return nil }
    return popToViewController(root, animated: animated)
  }

  /// Replaces the stack.
  open func setViewControllers(_ viewControllers: [HeadlessViewController], animated: Bool) {
    reportFailure(of: performSet(viewControllers, animated: animated))
  }

  override var shownMembers: [HeadlessViewController] {
    contained.last.map { [$0] } ?? []
  }

  override var placesMemberViews: Bool { true }

  override func adopt(
    _ child: HeadlessViewController
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    performPush(child, animated: false)
  }

  override func relinquish(
    _ child: HeadlessViewController
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    performSet(contained.filter { $0 !== child }, animated: false)
  }

  override func transitionDidEnd() {
    startWaitingPush()
  }
}

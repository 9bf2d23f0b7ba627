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
  final var waitingPushes: [(controller: HeadlessViewController, transition: HeadlessTransition)] =
    []

  /// The controller for which the delegate's `willShow` was called last, and that of `didShow`.
  final weak var announcedTop: HeadlessViewController?
  private weak var confirmedTop: HeadlessViewController?

  /// Makes a navigation controller with an empty stack; both arguments are ignored.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
    definesPresentationContext = true
  }

  /// Makes a navigation controller with an empty stack; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    definesPresentationContext = true
  }

  /// Makes a navigation controller whose stack holds one controller.
  public init(rootViewController: HeadlessViewController) {
    super.init(nibName: nil, bundle: nil)
    definesPresentationContext = true
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

  /// Hides or shows the bar, at once.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    isNavigationBarHidden = hidden
  }

  /// Pushes a controller; during another transition, after its end.
  ///
  /// Stacks and split view controllers are refused, as in UIKit. A tab bar controller is pushed,
  /// although Apple's documentation rules it out.
  open func pushViewController(_ viewController: HeadlessViewController, animated: Bool) {
    adding([viewController]) {
      reportFailure(of: performPush(viewController, animated: animated))
    }
  }

  /// Pops the top controller, unless it is the root.
  ///
  /// - Returns: The former top, or `nil` if nothing was popped.
  @discardableResult
  open func popViewController(animated: Bool) -> HeadlessViewController? {
    layOutContents()
    let top = topViewController
    return reportFailure(of: performPop(animated: animated)) ? nil : top
  }

  /// Pops all controllers above a given one.
  ///
  /// - Returns: The popped controllers, the former top last, or `nil` if the call was refused.
  @discardableResult
  open func popToViewController(
    _ viewController: HeadlessViewController, animated: Bool
  ) -> [HeadlessViewController]? {
    layOutContents()
    let stack = contained
    if reportFailure(of: performPop(to: viewController, animated: animated)) { return nil }
    let index = stack.lastIndex { $0 === viewController } ?? stack.endIndex - 1
    return Array(stack[(index + 1)...])
  }

  /// Pops all controllers above the root.
  ///
  /// - Returns: The popped controllers, the former top last, or `nil` if there were none.
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [HeadlessViewController]? {
    layOutContents()
    guard let root = contained.first,
      let popped = popToViewController(root, animated: animated), !popped.isEmpty
    else { return nil }
    return popped
  }

  /// Replaces the stack.
  open func setViewControllers(_ viewControllers: [HeadlessViewController], animated: Bool) {
    adding(viewControllers) {
      reportFailure(of: performSet(viewControllers, animated: animated))
    }
  }

  override var shownMembers: [HeadlessViewController] {
    contained.last.map { [$0] } ?? []
  }

  override var placesMemberViews: Bool { true }

  override func adopt(_ child: HeadlessViewController) -> HeadlessResult {
    performPush(child, animated: false)
  }

  override func relinquish(_ child: HeadlessViewController) -> HeadlessResult {
    performSet(contained.filter { $0 !== child }, animated: false)
  }

  override func contentsWillAppear() {
    topViewController?.loadViewIfNeeded()
    guard let top = topViewController, top !== announcedTop else { return }
    willShow(top, animated: appearanceIsAnimated)
  }

  override func contentsDidAppear() {
    // A running change of the stack calls at its own end.
    guard phase == .appeared, ownTransition == nil, let top = topViewController,
      top === announcedTop, top !== confirmedTop
    else { return }
    didShow(top, animated: appearanceIsAnimated)
  }

  override func transitionDidEnd() {
    contentsDidAppear()
    startWaitingPush()
  }

  final func willShow(_ controller: HeadlessViewController, animated: Bool) {
    announcedTop = controller
    delegate?.navigationController(self, willShow: controller, animated: animated)
  }

  final func didShow(_ controller: HeadlessViewController, animated: Bool) {
    confirmedTop = controller
    delegate?.navigationController(self, didShow: controller, animated: animated)
  }
}

extension HeadlessNavigationController {
  package func performPush(_ controller: HeadlessViewController, animated: Bool) -> HeadlessResult {
    layOutContents()
    if let refusal = refusalToPush(controller) { return .failure(refusal) }
    if controller.parent != nil, ownTransition == nil {
      return controller.moveFromFormerParent { performPush(controller, animated: animated) }
    }
    let transition = HeadlessTransition(
      .push, on: self, from: topViewController, to: controller, animated: animated && isShowing,
      by: .code)
    guard ownTransition == nil, waitingPushes.isEmpty else {
      waitingPushes.append((controller, transition))
      platform.add(transition)
      return .success(transition)
    }
    return .success(push(controller, with: transition))
  }

  package func performPop(animated: Bool, by origin: HeadlessOrigin = .code) -> HeadlessResult {
    layOutContents()
    let count = contained.count
    guard count > 1 else { return .failure(.nothingToPop(self, count: count)) }
    return performPop(to: contained[count - 2], animated: animated, by: origin)
  }

  func performSet(_ controllers: [HeadlessViewController], animated: Bool) -> HeadlessResult {
    layOutContents()
    if let refusal = refusalOfDuplicate(in: controllers) { return .failure(refusal) }
    let inserted = controllers.filter { $0.parent !== self }
    if let refusal = inserted.lazy.compactMap(refusalToPush).first { return .failure(refusal) }
    return set(controllers, animated: animated)
  }

  private func startWaitingPush() {
    while ownTransition == nil, let (controller, transition) = waitingPushes.first {
      guard controller.inOneGo({ startWaitingPush(of: controller, transition) }) else { return }
    }
  }

  /// - Returns: `false` if a callback has navigated, so that this push has its turn later.
  private func startWaitingPush(
    of controller: HeadlessViewController, _ transition: HeadlessTransition
  ) -> Bool {
    let refusal = refusalToPush(controller) ?? controller.detachFromFormerParent()
    // Leaving its former parent makes callbacks, which may have navigated.
    guard waitingPushes.first?.transition === transition, ownTransition == nil else { return false }
    // Or put it into another parent.
    if refusal == nil, controller.parent != nil { return true }
    waitingPushes.removeFirst()
    if let refusal {
      platform.report(refusal)
      platform.abandon(transition)
    } else {
      transition.retarget(from: topViewController)
      _ = push(controller, with: transition)
    }
    return true
  }

  private func refusalToPush(_ controller: HeadlessViewController) -> HeadlessReport? {
    if controller === self { return .wouldBeCycle(controller, self) }
    if controller.parent === self, controller.membership != .leaving {
      return .alreadyInStack(controller, self)
    }
    if controller is HeadlessNavigationController {
      return .isNavigationController(controller, self)
    }
    if controller is HeadlessSplitViewController { return .isSplit(controller, self) }
    return refusalToContain(controller)
  }
}

/// Observes the controllers that a navigation controller shows, shaped like
/// `UINavigationControllerDelegate`.
@MainActor
public protocol HeadlessNavigationControllerDelegate: AnyObject {
  /// Called when the change begins, before the appearance callbacks; it may still be cancelled.
  func navigationController(
    _ navigationController: HeadlessNavigationController,
    willShow viewController: HeadlessViewController, animated: Bool
  )

  /// Called at the real end of the change; not called for a cancelled one.
  func navigationController(
    _ navigationController: HeadlessNavigationController,
    didShow viewController: HeadlessViewController, animated: Bool
  )
}

extension HeadlessNavigationControllerDelegate {
  /// Has no effect.
  public func navigationController(
    _ navigationController: HeadlessNavigationController,
    willShow viewController: HeadlessViewController,
    animated: Bool
  ) {}

  /// Has no effect.
  public func navigationController(
    _ navigationController: HeadlessNavigationController,
    didShow viewController: HeadlessViewController,
    animated: Bool
  ) {}
}

/// The contents of a navigation bar while its controller is on top, shaped like `UINavigationItem`.
@MainActor
open class HeadlessNavigationItem: HeadlessObject {
  /// The bar's title; if there is none, the controller's.
  open var title: String? {
    get { ownTitle ?? controller?.title }
    set { ownTitle = newValue }
  }
  /// The text of the button that leads back here; if there is none, the title.
  open var backButtonTitle: String?
  /// Whether the back button is hidden.
  open var hidesBackButton = false
  /// Whether the back button stays when there are buttons on the left.
  open var leftItemsSupplementBackButton = false
  /// The buttons on the left, from the left.
  open var leftBarButtonItems: [HeadlessBarButtonItem]?
  /// The buttons on the right, from the right.
  open var rightBarButtonItems: [HeadlessBarButtonItem]?

  private var ownTitle: String?
  private weak var controller: HeadlessViewController?

  /// Makes an item with a title.
  public init(title: String) {
    ownTitle = title
  }

  init(controller: HeadlessViewController) {
    self.controller = controller
  }

  /// The first button on the left.
  open var leftBarButtonItem: HeadlessBarButtonItem? {
    get { leftBarButtonItems?.first }
    set { leftBarButtonItems = newValue.map { [$0] } }
  }

  /// The first button on the right.
  open var rightBarButtonItem: HeadlessBarButtonItem? {
    get { rightBarButtonItems?.first }
    set { rightBarButtonItems = newValue.map { [$0] } }
  }

  /// Whether the back button is shown when there is a controller beneath.
  var showsBackButton: Bool {
    if hidesBackButton { return false }
    return leftItemsSupplementBackButton || (leftBarButtonItems ?? []).isEmpty
  }
}

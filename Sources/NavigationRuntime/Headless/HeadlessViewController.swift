import Foundation

/// A view controller without a screen, shaped like `UIViewController`: the same methods and
/// properties, the same callbacks in the same order, the same refusals.
open class HeadlessViewController: HeadlessResponder {
  /// The title that containers show.
  open var title: String?
  /// A name for state restoration.
  open var restorationIdentifier: String?
  /// The style of the controller's presentation; setting it during one has an effect on the next.
  open var modalPresentationStyle = HeadlessModalPresentationStyle.automatic
  /// Whether the user cannot dismiss the presentation that contains the controller with a pull or a
  /// tap outside while the controller is on the screen.
  open var isModalInPresentation = false
  /// Whether controllers presented over the current context are presented by this one; `true` for a
  /// ``HeadlessNavigationController``, as in UIKit.
  open var definesPresentationContext = false
  /// Whether a tab bar is hidden while the controller is in a stack, above its root.
  open var hidesBottomBarWhenPushed = false
  /// The contents of a navigation bar while the controller is on top.
  public final private(set) lazy var navigationItem = HeadlessNavigationItem(controller: self)
  /// The contents of a tab bar for the controller.
  open lazy var tabBarItem = HeadlessTabBarItem(controller: self)

  /// The controller that contains this one.
  public internal(set) final weak var parent: HeadlessViewController? {
    didSet { if parent != nil { notify(.surroundings, by: .code) } }
  }

  final var contained: [HeadlessViewController] = []
  final var directPresented: HeadlessViewController?
  final weak var directPresenter: HeadlessViewController? {
    didSet {
      guard directPresenter != nil else { return }
      presentedStyle = modalPresentationStyle
      notify(.surroundings, by: .code)
    }
  }
  /// The style of the latest presentation.
  private var presentedStyle = HeadlessModalPresentationStyle.automatic
  /// The style of the running presentation, else of the next one.
  final var presentationStyle: HeadlessModalPresentationStyle {
    directPresenter == nil ? modalPresentationStyle : presentedStyle
  }
  /// The style to which the delegate has adapted the latest presentation; `none` if to no other.
  final var adaptedStyle = HeadlessModalPresentationStyle.none
  /// The style that is shown: the adapted one, if there is one.
  final var shownStyle: HeadlessModalPresentationStyle {
    directPresenter == nil || adaptedStyle == .none ? presentationStyle : adaptedStyle
  }
  final weak var rootWindow: HeadlessWindow? {
    didSet {
      hasAppearedAsRoot = false
      if rootWindow != nil { notify(.surroundings, by: .code) }
    }
  }
  /// Whether the controller has been on the screen as the root of ``rootWindow``.
  final var hasAppearedAsRoot = false
  final var involvements: [HeadlessTransition] = []
  final var activeMembers: [HeadlessViewController] = []
  final weak var activeHost: (any AppearanceHost)?
  final var phase = AppearancePhase.disappeared
  final var appearanceIsAnimated = false
  final var runningCallbacks = 0
  final var membership = Move.settled
  final var presence = Move.settled
  final var ownPlatform: HeadlessPlatform?
  final var ownPresentationController: HeadlessPresentationController?
  private var loadedView: HeadlessView?
  private var isLoadingView = false

  /// The progress of a controller's move into its parent or presenter, or out of it.
  enum Move: Sendable {
    case settled
    case arriving
    case leaving
  }

  /// Makes a controller; there are no nib files, so both arguments are ignored.
  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init()
  }

  /// Makes a controller; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    super.init()
  }

  /// Makes a controller.
  public convenience override init() {
    self.init(nibName: nil, bundle: nil)
  }

  // The view.

  /// The controller's view, loaded on first access.
  open var view: HeadlessView {
    get {
      loadViewIfNeeded()
      return viewIfLoaded ?? HeadlessView()
    }
    set {
      loadedView?.controller = nil
      loadedView = newValue
      newValue.controller = self
    }
  }

  /// The controller's view, if it has been loaded.
  public final var viewIfLoaded: HeadlessView? { loadedView }

  /// Whether no view around the controller's view, nor that view itself, is hidden.
  final var isInVisibleView: Bool { !(viewIfLoaded?.isInHiddenView ?? false) }

  /// Whether the view has been loaded.
  public final var isViewLoaded: Bool { loadedView != nil }

  /// Loads the view unless it has been loaded.
  open func loadViewIfNeeded() {
    guard loadedView == nil, !isLoadingView else { return }
    isLoadingView = true
    loadView()
    if loadedView == nil { view = HeadlessView() }
    isLoadingView = false
    viewDidLoad()
  }

  /// Makes the view; an override assigns ``view`` and does not call `super`.
  open func loadView() {
    view = HeadlessView()
  }

  /// Called once, after the view has been loaded.
  open func viewDidLoad() {}

  /// Called before the view appears on the screen.
  open func viewWillAppear(_ animated: Bool) { didCall(.viewWill) }

  /// Called after `viewWillAppear(_:)`, once the view is in the window.
  open func viewIsAppearing(_ animated: Bool) {}

  /// Called when the view has appeared on the screen.
  open func viewDidAppear(_ animated: Bool) { didCall(.viewDid) }

  /// Called before the view leaves the screen or is covered.
  open func viewWillDisappear(_ animated: Bool) { didCall(.viewWill) }

  /// Called when the view has left the screen, or is covered.
  open func viewDidDisappear(_ animated: Bool) { didCall(.viewDid) }

  // Containment.

  /// The contained controllers.
  public final var children: [HeadlessViewController] { contained }

  /// Adds a child controller; the caller adds its view, and calls ``didMove(toParent:)``.
  open func addChild(_ childController: HeadlessViewController) {
    adding([childController]) { reportFailure(of: adopt(childController)) }
  }

  /// Removes the controller from its parent, after `willMove(toParent: nil)`.
  open func removeFromParent() {
    guard let parent else { return }
    reportFailure(of: parent.relinquish(self))
    forgetTransitions(of: parent)
  }

  /// Called before the controller moves into a parent or out of one.
  open func willMove(toParent parent: HeadlessViewController?) {
    if parent == nil { membership = .leaving }
  }

  /// Called after the controller has moved into a parent or out of one.
  open func didMove(toParent parent: HeadlessViewController?) {
    membership = .settled
    if isPlacedByApp { self.parent?.notify(.display, by: .code) }
    didCall(.didMove)
  }

  // Presentation.

  /// Presents a controller on this one, or on the ancestor that provides the context.
  ///
  /// - Parameters:
  ///   - viewControllerToPresent: The controller to present.
  ///   - flag: Whether the change is animated.
  ///   - completion: Called after the end; not called if the call is refused.
  open func present(
    _ viewControllerToPresent: HeadlessViewController,
    animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard let wrapping = Self.methodWrapping else {
      reportFailure(
        of: performPresent(viewControllerToPresent, animated: flag, completion: completion))
      return
    }
    wrapping.headlessPresent(on: self, viewControllerToPresent, completion: completion) {
      reportFailure(of: performPresent(viewControllerToPresent, animated: flag, completion: $0))
    }
  }

  /// Dismisses the controller that this one presents; if there is none, the controller itself.
  ///
  /// - Parameters:
  ///   - flag: Whether the change is animated.
  ///   - completion: Called after the end; not called if the call is refused.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    guard let wrapping = Self.methodWrapping else {
      reportFailure(of: performDismiss(animated: flag, completion: completion))
      return
    }
    wrapping.headlessDismiss(on: self, completion: completion) {
      reportFailure(of: performDismiss(animated: flag, completion: $0))
    }
  }

  /// Shows a controller in the nearest stack, or presents it.
  open func show(_ vc: HeadlessViewController, sender: Any?) {
    if let stack = self as? HeadlessNavigationController ?? navigationController {
      stack.pushViewController(vc, animated: true)
    } else {
      present(vc, animated: true)
    }
  }

  /// Shows a controller in the nearest split's secondary column, or presents it.
  open func showDetailViewController(_ vc: HeadlessViewController, sender: Any?) {
    if let splitViewController {
      splitViewController.showDetailViewController(vc, sender: sender)
    } else {
      present(vc, animated: true)
    }
  }

  // Overridden by containers.

  /// The contained controllers that are on the screen when this one is.
  var shownMembers: [HeadlessViewController] {
    contained.filter(shows(child:))
  }

  /// Returns whether the app has added a child's view, or a modal covers the child in its place.
  private func shows(child: HeadlessViewController) -> Bool {
    if child.isCovered { return true }
    guard let view = viewIfLoaded else { return false }
    return child.viewIfLoaded?.isDescendant(of: view) ?? false
  }

  final func hasShownMember(_ member: HeadlessViewController) -> Bool {
    guard !placesMemberViews else { return shownMembers.contains { $0 === member } }
    // Of many children one is found without a search.
    return member.parent === self && shows(child: member)
  }

  /// Whether the container adds the views of its contents to its own.
  var placesMemberViews: Bool { false }

  /// Adds a child; called by `addChild`.
  func adopt(_ child: HeadlessViewController) -> HeadlessResult {
    performAddChild(child)
  }

  /// Removes a child; called by `removeFromParent`, or when another parent takes the child.
  func relinquish(_ child: HeadlessViewController) -> HeadlessResult {
    performRemoveChild(child)
  }

  /// Called when the controller is about to appear, before its contents.
  func contentsWillAppear() {}

  /// Called when the controller has appeared with its contents.
  func contentsDidAppear() {}

  /// Called after a transition on this controller has ended and all observers are notified.
  func transitionDidEnd() {}

  /// Reports a refused operation; returns whether it was refused.
  @discardableResult
  func reportFailure(of result: HeadlessResult) -> Bool {
    if let refusal = result.refusal { platform.report(refusal) }
    return result.refusal != nil
  }
}

extension HeadlessViewController {
  /// Whether the controller is moving into its parent; valid inside the appearance callbacks.
  public final var isMovingToParent: Bool {
    runningCallbacks > 0 && membership == .arriving
  }

  /// Whether the controller is moving out of its parent; valid inside the appearance callbacks.
  public final var isMovingFromParent: Bool {
    runningCallbacks > 0 && membership == .leaving
  }

  /// Whether the controller is being presented; valid inside the appearance callbacks.
  public final var isBeingPresented: Bool {
    runningCallbacks > 0 && presence == .arriving
  }

  /// Whether the controller is being dismissed; valid inside the appearance callbacks.
  public final var isBeingDismissed: Bool {
    runningCallbacks > 0 && presence == .leaving
  }

  /// The running animated transition of the controller or of a container around it.
  public final var transitionCoordinator: (any HeadlessViewControllerTransitionCoordinator)? {
    nearest { $0.involvements.last(where: \.isAnimated) }
  }

  /// The transition in which a stack, tabs, pages or columns change.
  var ownTransition: HeadlessTransition? {
    involvements.first { $0.kind.isOfContents && $0.owner === self }
  }

  /// Performs a change of the contents without animation that waits for the layout pass, and the
  /// rest of a change whose end makes the callback that calls this.
  ///
  /// Called first by each operation: the callbacks and completions may navigate.
  func layOutContents() {
    guard let ownTransition else { return }
    if ownTransition.isEndingOrEnded {
      platform.performRemainingSteps(of: ownTransition)
    } else if !ownTransition.isAnimated {
      platform.layOut(ownTransition)
    }
  }
}

extension HeadlessViewController {
  /// The platform: the controller's own, or that of its parent, presenter or window.
  ///
  /// Setting it changes the platform for this controller and for all that find theirs through it.
  public final var platform: HeadlessPlatform {
    get { nearestInHierarchy { $0.ownPlatform ?? $0.rootWindow?.platform } ?? .shared }
    set { ownPlatform = newValue }
  }

  /// The window whose hierarchy contains the controller, on the screen or not.
  package final var hierarchyWindow: HeadlessWindow? {
    nearestInHierarchy { $0.rootWindow }
  }

  /// The nearest navigation controller around this controller.
  public final var navigationController: HeadlessNavigationController? {
    parent?.nearest { $0 as? HeadlessNavigationController }
  }

  /// The nearest tab bar controller around this controller.
  public final var tabBarController: HeadlessTabBarController? {
    parent?.nearest { $0 as? HeadlessTabBarController }
  }

  /// The nearest split view controller around this controller.
  public final var splitViewController: HeadlessSplitViewController? {
    parent?.nearest { $0 as? HeadlessSplitViewController }
  }

  /// This controller and its ancestors, the outermost last.
  var ancestry: [HeadlessViewController] {
    var result: [HeadlessViewController] = []
    var next: HeadlessViewController? = self
    while let controller = next {
      result.append(controller)
      next = controller.parent
    }
    return result
  }

  /// Returns the first answer of this controller and its ancestors.
  final func nearest<Answer>(_ answer: @MainActor (HeadlessViewController) -> Answer?) -> Answer? {
    var next: HeadlessViewController? = self
    while let controller = next {
      if let found = answer(controller) { return found }
      next = controller.parent
    }
    return nil
  }

  /// Returns the first answer of this controller and those that contain or present it.
  private func nearestInHierarchy<Answer>(
    _ answer: @MainActor (HeadlessViewController) -> Answer?
  ) -> Answer? {
    var next: HeadlessViewController? = self
    while let controller = next {
      if let found = answer(controller) { return found }
      next = controller.parent ?? controller.directPresenter
    }
    return nil
  }

  /// Returns whether the controller is the other one, contained in it or presented above it.
  func isWithin(_ other: HeadlessViewController) -> Bool {
    nearestInHierarchy { $0 === other ? $0 : nil } != nil
  }

  /// The name in reports.
  var name: String {
    let type = String(describing: type(of: self))
    return title.map { "\(type) \"\($0)\"" } ?? type
  }
}

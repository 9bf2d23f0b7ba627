import Foundation

/// A window with one root controller, shaped like `UIWindow`.
open class HeadlessWindow: HeadlessView {
  /// The platform of the window.
  public final let platform: HeadlessPlatform

  final var activeMembers: [HeadlessViewController] = []
  private var root: HeadlessViewController?
  private var isOffScreen = true

  /// Makes a hidden window without a root.
  public init(platform: HeadlessPlatform) {
    self.platform = platform
    super.init(frame: CGRect())
  }

  /// Makes a hidden window of a scene, and of the shared platform.
  public convenience init(windowScene: HeadlessWindowScene) {
    self.init(frame: CGRect())
    self.windowScene = windowScene
  }

  /// Makes a hidden window of the shared platform.
  public override init(frame: CGRect) {
    platform = .shared
    super.init(frame: frame)
  }

  /// Makes a hidden window of the shared platform; nothing is read from the archive.
  public required init?(coder: NSCoder) {
    platform = .shared
    super.init(coder: coder)
  }

  /// The window itself.
  open override var window: HeadlessWindow? { self }

  /// The controller that fills the window; the former one leaves with all it presented.
  open var rootViewController: HeadlessViewController? {
    get { root }
    set {
      guard let wrapping = HeadlessViewController.methodWrapping else {
        return replaceRoot(newValue)
      }
      wrapping.headlessSetRoot(of: self) { replaceRoot(newValue) }
    }
  }

  /// Whether the window is off the screen, which it is until it is made visible.
  open override var isHidden: Bool {
    get { isOffScreen }
    set { performSetHidden(newValue) }
  }

  /// The scene of the window; a window without one is in the foreground.
  open weak var windowScene: HeadlessWindowScene? {
    didSet {
      guard windowScene !== oldValue else { return }
      oldValue?.remove(self)
      windowScene?.add(self)
      notify(.display, by: .code)
    }
  }

  /// Whether the window is the one that became key last.
  open var isKeyWindow: Bool { platform.keyWindow === self }

  /// Shows the window and makes it the key window.
  open func makeKeyAndVisible() {
    makeKey()
    isHidden = false
  }

  /// Makes the window the key window.
  open func makeKey() {
    platform.keyWindow = self
  }

  private func replaceRoot(_ controller: HeadlessViewController?) {
    if let refusal = performSetRoot(controller).refusal { platform.report(refusal) }
  }
}

extension HeadlessWindow: AppearanceHost {
  var hostPhase: AppearancePhase { isHidden ? .disappeared : .appeared }

  var hostView: HeadlessView { self }

  var placesMemberViews: Bool { true }

  var shownMembers: [HeadlessViewController] {
    rootViewController.map { [$0] } ?? []
  }

  func hasShownMember(_ member: HeadlessViewController) -> Bool { member === rootViewController }

  /// Whether a transition runs on the window or on any controller in it.
  package final var isTransitionRunning: Bool {
    platform.pendingTransitions.contains { transition in
      if transition.owner === self { return true }
      return (transition.owner as? HeadlessViewController)?.hierarchyWindow === self
    }
  }

  func performSetRoot(_ controller: HeadlessViewController?) -> HeadlessResult {
    layOutWindow()
    let old = rootViewController
    if controller === old { return .success(nil) }
    if let controller {
      if controller.parent != nil || controller.rootWindow != nil {
        return .failure(.alreadyInHierarchy(controller))
      }
      if let presenter = controller.directPresenter {
        return .failure(.alreadyPresented(controller, by: presenter))
      }
    }
    if let old, platform.endTransitions(within: [old]) {
      return performSetRoot(controller)
    }
    let transition = HeadlessTransition(
      .setRoot, on: self, from: old, to: controller, animated: false, by: .code)
    let work = HeadlessTransition.Work(
      change: { [self] in
        root = controller
        controller?.rootWindow = self
        notify(.contents, by: .code)
      },
      begin: {
        old?.beginChain(false, animated: false)
        controller?.beginChain(true, animated: false)
      },
      end: HeadlessTransition.Work.steps { [self] _ in
        [
          { old?.endChain() },
          { controller?.endChain() },
          { [self] in if rootViewController !== old { old?.rootWindow = nil } },
        ]
      }
    )
    return .success(platform.perform(transition, work, isOnScreen: !isHidden))
  }

  private func performSetHidden(_ isHidden: Bool) {
    layOutWindow()
    guard isHidden != self.isHidden else { return }
    let root = rootViewController
    if isHidden, let root, platform.endTransitions(within: [root]) {
      return performSetHidden(isHidden)
    }
    let transition = HeadlessTransition(
      .showWindow, on: self, from: isHidden ? root : nil, to: isHidden ? nil : root,
      animated: false, by: .code)
    let work = HeadlessTransition.Work(
      // A callback finds a window that is being hidden off the screen, and brings nothing onto it.
      change: { [self] in
        isOffScreen = isHidden
        notify(.display, by: .code)
      },
      begin: { root?.beginChain(!isHidden, animated: false) },
      end: HeadlessTransition.Work.steps { _ in [{ root?.endChain() }] }
    )
    _ = platform.perform(transition, work, isOnScreen: true)
  }

  /// Performs a change of the window that waits for the layout pass.
  private func layOutWindow() {
    for transition in platform.pendingTransitions where transition.owner === self {
      platform.layOut(transition)
    }
  }
}

extension HeadlessWindow {
  /// The visible elements, from the top: the topmost presented controller, its bars and its views.
  ///
  /// While a gesture leads back, the screen under the finger is still the visible one.
  public final var visibleElements: [HeadlessElement] {
    guard !isHidden, let rootViewController else { return [] }
    return Self.elements(of: rootViewController.windowModal ?? rootViewController)
  }

  /// The screen as text, one line for each element.
  public final var visibleText: String {
    visibleElements.map(\.line).joined(separator: "\n")
  }

  // A controller under the user's finger is leaving, and still visible.
  private static func elements(
    of controller: HeadlessViewController, isLeaving: Bool = false
  ) -> [HeadlessElement] {
    let top = controller.presentationChain.last ?? controller
    guard top.isShowing || isLeaving, top.isInVisibleView else { return [] }
    let members = top.shownMembers
    let contents = { members.flatMap { elements(of: $0, isLeaving: isLeaving) } }
    switch top {
    case let alert as HeadlessAlertController: return elements(of: alert)
    case let stack as HeadlessNavigationController:
      let bar = stack === stack.barStack ? bar(of: stack) : []
      guard let screen = stack.screenUnderFinger else { return bar + contents() }
      return bar + elements(of: screen, isLeaving: true)
    case let tabs as HeadlessTabBarController: return contents() + bar(of: tabs)
    default:
      let placed = members.flatMap(\.presentationChain).compactMap(\.viewIfLoaded)
      return (top.viewIfLoaded.map { elements(in: $0, except: placed) } ?? []) + contents()
    }
  }

  private static func elements(of alert: HeadlessAlertController) -> [HeadlessElement] {
    let fields = (alert.textFields ?? []).flatMap { elements(in: $0, except: []) }
    let texts = [
      alert.title.map { HeadlessElement(.title, $0) },
      alert.message.map { HeadlessElement(.label, $0) },
    ]
    let buttons = alert.visibleActions.map { action in
      HeadlessElement(
        .alertButton, action.title ?? "", isEnabled: action.isEnabled,
        use: .tap { alert.userDidTap(action) })
    }
    return texts.compactMap { $0 } + fields + buttons
  }

  private static func bar(of stack: HeadlessNavigationController) -> [HeadlessElement] {
    let screens = stack.topScreens
    guard !stack.hidesBar, let item = screens.last?.navigationItem else { return [] }
    var bar: [HeadlessElement] = []
    if screens.count > 1, item.showsBackButton {
      let previous = screens[0].navigationItem
      let text = previous.backButtonTitle ?? previous.title ?? "Back"
      bar.append(HeadlessElement(.backButton, text, use: .tap { stack.userDidTapBack() }))
    }
    bar += (item.leftBarButtonItems ?? []).map(element)
    if let title = item.title { bar.append(HeadlessElement(.title, title)) }
    return bar + (item.rightBarButtonItems ?? []).reversed().map(element)
  }

  private static func element(_ item: HeadlessBarButtonItem) -> HeadlessElement {
    HeadlessElement(
      .barButton, item.title ?? item.image?.systemName ?? "",
      identifier: item.accessibilityIdentifier, isEnabled: item.isEnabled,
      use: .tap {
        guard let action = item.primaryAction else { return false }
        action.perform(sender: item)
        return true
      })
  }

  private static func bar(of tabs: HeadlessTabBarController) -> [HeadlessElement] {
    guard tabs.isTabBarVisible else { return [] }
    return tabs.contained.enumerated().compactMap { index, controller in
      let (tab, item) = (tabs.tab(of: controller), controller.tabBarItem)
      guard tab?.isInBar ?? true else { return nil }
      return HeadlessElement(
        .tab, tab?.title ?? item.title ?? item.image?.systemName ?? "\(index)",
        identifier: item.accessibilityIdentifier, isEnabled: item.isEnabled,
        isSelected: controller === tabs.selected,
        use: .tap { tabs.userDidTapTab(at: index) })
    }
  }

  private static func elements(
    in view: HeadlessView, except placed: [HeadlessView]
  ) -> [HeadlessElement] {
    if view.isHidden || placed.contains(where: { $0 === view }) { return [] }
    return view.elements + view.subviews.flatMap { elements(in: $0, except: placed) }
  }
}

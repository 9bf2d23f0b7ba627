#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// Every view controller is a container.
extension NSViewController: NavigationContainer {
  /// The lifecycle in the registry; AppKit's controllers have no property for it.
  public var navigationRuntimeLifecycle: NavigationLifecycle { watchedLifecycle(of: self) }

  /// The kind, by the class of the controller; a plain one with children is an unknown container.
  public var navigationRuntimeKind: NavigationTree.Kind {
    switch self {
    case is StackViewController: .stack
    case is NSTabViewController: .tabs
    case is NSSplitViewController: .split
    default: children.isEmpty ? .screen : .container(typeName)
    }
  }

  /// The name from the controller's traits, else the identifier, else a name made from the type.
  public var navigationRuntimeName: String {
    navigationTreeTraitsOfItsOwn?.name ?? identifier?.rawValue ?? typeName
  }

  /// The number of its contents.
  public var navigationRuntimeContainedCount: Int { containedControllers.count }

  /// Returns its contents at an index.
  public func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    containedControllers[index]
  }

  private var containedControllers: [NSViewController] {
    switch self {
    case let stack as StackViewController: stack.viewControllers
    case let tabs as NSTabViewController: tabs.tabViewItems.compactMap(\.viewController)
    default: children
    }
  }

  /// The index of the selected tab.
  public var navigationRuntimeSelectedIndex: Int? {
    guard let tabs = self as? NSTabViewController else { return nil }
    let index = tabs.selectedTabViewItemIndex
    return tabs.tabViewItems.indices.contains(index) ? index : nil
  }

  /// The newest of the presented controllers; else the content of its window's sheet, or of a
  /// popover, that foreign code shows over it.
  public var navigationRuntimePresented: (any NavigationContainer)? { shownController }

  /// The parent, else the presenter or host, else the window whose content it is.
  public var navigationRuntimeEnclosing: (any NavigationContainer)? {
    parent ?? hostController ?? windowOfOwn
  }

  /// The value in the controller's traits, else `false`: a sheet, a popover and a window leave
  /// their presenter visible.
  public var navigationRuntimeCoversPresenter: Bool {
    navigationTreeTraitsOfItsOwn?.coversPresenter ?? false
  }

  /// Calls AppKit, which presents as a sheet.
  ///
  /// AppKit does not return whether it accepted a call, so the result is verified afterwards.
  /// AppKit animates sheets, and nothing else.
  public func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    UserEvent.whileNot { call(operation, animated: animated) }
  }

  private func call(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    switch (operation, self) {
    case (.present(let node as NSViewController), _):
      lifecycle.duringAppKitPresentation(of: node) { presentAsSheet(node) }
      return answer(operation, isDone: node.presentingViewController === self)
    case (.dismiss, _):
      guard let presented = dismissPresented() else { break }
      return answer(operation, isDone: presented.presentingViewController == nil)
    case (.push(let node as NSViewController), let stack as StackViewController):
      stack.pushViewController(node, animated: animated)
      return answer(operation, isDone: stack.topViewController === node)
    case (.pop, let stack as StackViewController):
      return answer(operation, isDone: stack.popViewController(animated: animated) != nil)
    case (.popTo(let node as NSViewController), let stack as StackViewController):
      stack.popToViewController(node, animated: animated)
      return answer(operation, isDone: stack.topViewController === node)
    case (.setStack(let nodes), let stack as StackViewController):
      guard let controllers = nodes as? [NSViewController] else { break }
      stack.setViewControllers(controllers, animated: animated)
      return answer(operation, isDone: stack.viewControllers.elementsEqual(controllers, by: ===))
    case (.select(let index), let tabs as NSTabViewController):
      lifecycle.duringAppKitCall { tabs.selectedTabViewItemIndex = index }
      return answer(operation, isDone: tabs.selectedTabViewItemIndex == index)
    case (.setTabs(let nodes), let tabs as NSTabViewController):
      guard let controllers = nodes as? [NSViewController] else { break }
      lifecycle.duringAppKitCall { tabs.setTabs(controllers) }
      return answer(
        operation,
        isDone: tabs.tabViewItems.elementsEqual(controllers) { $0.viewController === $1 })
    default: break
    }
    return .ended(.refused(.wrongPlatform(operation, self)))
  }

  private func answer(
    _ operation: NavigationOperation, isDone: Bool
  ) -> ScheduledTransition.Answer {
    guard !isDone else { return .started }
    return .ended(
      .refused(.init(.ignoredByPlatform, operation, on: self, "AppKit ignored the call.")))
  }
}

extension NSViewController: SilentContainer {
  var navigationRuntimeContents: FetchedContents {
    FetchedContents(kind: navigationRuntimeKind, containedControllers)
  }
}

extension NSViewController: PartialDisplay {
  /// `false`: AppKit covers nothing, and a modal whose traits say so covers the window.
  var keepsToPresentersArea: Bool { false }

  func displays(_ child: any NavigationContainer) -> Bool {
    guard let child = child as? NSViewController else { return true }
    if let split = self as? NSSplitViewController, let item = split.splitViewItem(for: child) {
      return !item.isCollapsed
    }
    guard isViewLoaded, child.isViewLoaded else { return false }
    var next: NSView? = child.view
    while let inner = next, inner !== view, !inner.isHidden { next = inner.superview }
    return next === view
  }
}

/// A window is the root of a tree.
extension NSWindow: NavigationContainer {
  /// The lifecycle in the registry; AppKit's windows have no property for it.
  public var navigationRuntimeLifecycle: NavigationLifecycle { watchedLifecycle(of: self) }

  /// A window.
  public var navigationRuntimeKind: NavigationTree.Kind { .window }

  /// The name from the window's traits, else a name made from the type.
  public var navigationRuntimeName: String { navigationTreeTraitsOfItsOwn?.name ?? typeName }

  /// 1 if the window has a content controller; 0 otherwise, and once the window has been closed,
  /// until it is shown again.
  public var navigationRuntimeContainedCount: Int {
    contentViewController == nil || isClosed ? 0 : 1
  }

  /// The controller of the content.
  public func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    guard index == 0, let contentViewController else {
      preconditionFailure("A window has no entry \(index), only its content if there is one.")
    }
    return contentViewController
  }

  /// `nil`.
  public var navigationRuntimeSelectedIndex: Int? { nil }

  /// `nil`: a window's content presents, not the window.
  public var navigationRuntimePresented: (any NavigationContainer)? { nil }

  /// Calls AppKit; a content is replaced without animation.
  public func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer {
    let root: NSViewController?
    switch operation {
    case .setRoot(let node as NSViewController): root = node
    case .removeRoot: root = nil
    default: return .ended(.refused(.wrongPlatform(operation, self)))
    }
    guard !isClosed else {
      return .ended(
        .refused(.init(.notInTree, operation, on: self, "the window has been closed.")))
    }
    lifecycle.duringAppKitCall { contentViewController = root }
    return .started
  }
}

/// A window in the Dock, in another space or behind other windows keeps its contents and is not on
/// the screen.
extension NSWindow: DisplayedWindow {
  /// Whether a part of the window, or of one that shows a modal of its tree, can be seen.
  ///
  /// A sheet or a modal window may cover the window over which it is.
  var isDisplayed: Bool {
    if canBeSeen { return true }
    return lifecycle.subtree.contains { modal in
      guard modal.isModal, let controller = modal.element as? NSViewController else { return false }
      return controller.windowOfOwn?.canBeSeen ?? false
    }
  }

  private var canBeSeen: Bool {
    isVisible && !isMiniaturized && occlusionState.contains(.visible)
  }
}

extension NSWindow: SilentContainer {
  var navigationRuntimeContents: FetchedContents {
    let content = navigationRuntimeContainedCount > 0 ? contentViewController : nil
    return FetchedContents(kind: .window, content.map { [$0] } ?? [])
  }
}

extension Presentable where Self: NSWindow {
  /// The controller of the content; an empty one if there is none.
  public var viewController: PlatformViewController {
    contentViewController?.viewController ?? PlatformViewController(nibName: nil, bundle: nil)
  }
}

extension NavigationLifecycle {
  /// Makes a call to AppKit that takes no time, and has its changes read.
  ///
  /// Nested calls by AppKit belong to it.
  func duringAppKitCall(cause: NavigationCause? = nil, _ call: () -> Void) {
    let token = transitionDidBegin(isInteractive: false)
    call()
    surroundingsDidChange(cause: cause)
    transitionDidEnd(token, completed: true)
  }

  /// Makes a call that shows a controller over this one, as a transition that ends when the
  /// controller has appeared.
  ///
  /// A sheet slides in, without a coordinator that reports the end. A modal window may block the
  /// call until it is closed: the screen is read when the window has appeared.
  func duringAppKitPresentation(of shown: NSViewController, _ call: () -> Void) {
    // A controller that is shown already does not appear.
    guard shown.hostController == nil else { return duringAppKitCall(cause: .code, call) }
    shown.lifecycle.beginAppKitTransition(under: self)
    call()
    let isComing = shown.hostController != nil && shown.isOrWillBeVisible
    if !isComing { shown.lifecycle.appKitAppearanceDidEnd(of: shown) }
    // A flow may have begun in it, over a window that is not observed.
    shown.lifecycle.surroundingsDidArrive()
    // The presenter may be known only now, although the controller has appeared.
    duringAppKitCall(cause: .code) {}
  }

  /// Makes a call that dismisses a shown controller, as a transition that ends when the controller
  /// has disappeared.
  func duringAppKitDismissal(of shown: NSViewController, _ call: () -> Void) {
    // A controller without a host does not disappear.
    guard shown.hostController != nil else { return duringAppKitCall(cause: .code, call) }
    let lifecycle = shown.lifecycle
    duringAppKitCall(cause: lifecycle.knownAppKit?.leavingCause ?? .code) {
      lifecycle.beginAppKitTransition(under: self)
      call()
      if !shown.isOrWillBeVisible { lifecycle.appKitAppearanceDidEnd(of: shown) }
    }
  }

  /// Called when the object, or a controller in it, has appeared or disappeared.
  ///
  /// - Parameter controller: The controller: if it was being presented or dismissed, that
  ///   transition has ended.
  func appKitAppearanceDidEnd(of controller: NSViewController) {
    let cause = controller.givenLifecycle?.knownAppKit?.leavingCause
    guard element === controller, let presenter = followedTransition as? NavigationLifecycle else {
      return duringAppKitCall(cause: cause) {}
    }
    followedTransition = nil
    presenter.surroundingsDidChange(cause: cause)
    presenter.transitionDidEnd(id: ObjectIdentifier(self), completed: true)
  }

  /// Begins a transition at the presenter, which is in the tree while the object itself may not be.
  func beginAppKitTransition(under presenter: NavigationLifecycle) {
    let id = ObjectIdentifier(self)
    // Already running: a wrapped call inside the adapter's own, or a sheet dismissed while it
    // slides in, perhaps by a presenter that the runtime has come to know only now.
    if let running = followedTransition as? NavigationLifecycle, running.isInTransition(id: id) {
      return
    }
    followedTransition = presenter
    presenter.transitionDidBegin(isInteractive: false, id: id)
  }
}

extension NSViewController {
  /// Whether its window is on the screen, such as a sheet's window while it slides in or out.
  fileprivate var isOrWillBeVisible: Bool { isViewLoaded && view.window?.isVisible ?? false }
}

extension NSTabViewController {
  /// Replaces the tabs; an item whose controller stays is reused, and the selection follows its
  /// controller if that stays.
  func setTabs(_ controllers: [NSViewController]) {
    let selected = navigationRuntimeSelectedIndex.flatMap { tabViewItems[$0].viewController }
    tabViewItems = controllers.map { tabViewItem(for: $0) ?? NSTabViewItem(viewController: $0) }
    if let index = controllers.firstIndex(where: { $0 === selected }) {
      selectedTabViewItemIndex = index
    }
  }
}
#endif

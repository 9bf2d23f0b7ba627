import Foundation

/// Tabs with one of them visible, shaped like `UITabBarController`.
open class HeadlessTabBarController: HeadlessViewController {
  /// Allows and observes the user's taps.
  open weak var delegate: (any HeadlessTabBarControllerDelegate)?

  final var selected: HeadlessViewController?
  final var ownTabs: [HeadlessTab] = []

  /// The tabs; setting them is a change without animation.
  open var viewControllers: [HeadlessViewController]? {
    get { refusesList("viewControllers") || contained.isEmpty ? nil : contained }
    set { setViewControllers(newValue, animated: false) }
  }

  /// The tabs, if the app uses them instead of ``viewControllers``; setting them is a change without
  /// animation.
  open var tabs: [HeadlessTab] {
    get { ownTabs }
    set { setTabs(newValue, animated: false) }
  }

  /// The shown tab, also in a group; `nil` if the app uses ``viewControllers``.
  ///
  /// A tab in a group with a ``HeadlessTabGroup/managingNavigationController`` is shown in that
  /// stack, above the group's own controller.
  open var selectedTab: HeadlessTab? {
    get {
      let destination = ownTabs.lazy.flatMap(\.destinations).first { [selected] in
        selected != nil && $0.shownController === selected
      }
      return destination?.shownTab
    }
    set {
      guard let newValue else { return }
      reportFailure(of: performSelect(newValue))
    }
  }

  /// The index of the shown tab, `NSNotFound` if there is none.
  open var selectedIndex: Int {
    get {
      if refusesList("selectedIndex") { return NSNotFound }
      return contained.firstIndex { $0 === selected } ?? NSNotFound
    }
    set {
      if refusesList("selectedIndex") { return }
      reportFailure(of: performSelect(at: newValue))
    }
  }

  /// The controller of the shown tab.
  open var selectedViewController: HeadlessViewController? {
    get { refusesList("selectedViewController") ? nil : selected }
    set {
      guard let newValue, !refusesList("selectedViewController") else { return }
      reportFailure(of: performSelect(newValue))
    }
  }

  /// Replaces the tabs; the selected one stays selected if it is among them.
  open func setViewControllers(_ viewControllers: [HeadlessViewController]?, animated: Bool) {
    if refusesList("setViewControllers(_:animated:)") { return }
    let controllers = viewControllers ?? []
    adding(controllers) { reportFailure(of: performSetTabs(controllers)) }
  }

  override var shownMembers: [HeadlessViewController] {
    selected.map { [$0] } ?? []
  }

  override var placesMemberViews: Bool { true }

  override func adopt(_ child: HeadlessViewController) -> HeadlessResult {
    performSetTabs(contained + [child])
  }

  override func relinquish(_ child: HeadlessViewController) -> HeadlessResult {
    performSetTabs(contained.filter { $0 !== child })
  }
}

extension HeadlessTabBarController {
  func performSelect(at index: Int) -> HeadlessResult {
    layOutContents()
    guard contained.indices.contains(index) else {
      return .failure(.indexOutOfRange(index, self, count: contained.count))
    }
    return performSelect(contained[index])
  }

  func performSelect(
    _ controller: HeadlessViewController, by origin: HeadlessOrigin = .code
  ) -> HeadlessResult {
    layOutContents()
    guard controller.parent === self, contained.contains(where: { $0 === controller }) else {
      return .failure(.notContained(controller, self, count: contained.count))
    }
    if controller === selected { return .success(nil) }
    if let running = ownTransition {
      return .failure(.transitionRunning("Selecting \(controller.name)", self, running))
    }
    let old = selected
    if let old, platform.endTransitions(within: [old]) {
      return performSelect(controller, by: origin)
    }
    let transition = HeadlessTransition(
      .selectTab, on: self, from: old, to: controller, animated: false, by: origin)
    let work = HeadlessTransition.Work(
      change: { [self] in
        selected = controller
        notify(.selection, by: origin)
      },
      begin: { [self] in beginChange(from: old, to: controller) },
      end: HeadlessTransition.Work.steps { _ in [{ old?.endChain() }, { controller.endChain() }] }
    )
    return .success(platform.perform(transition, work, isOnScreen: isShowing))
  }

  func performSetTabs(_ controllers: [HeadlessViewController]) -> HeadlessResult {
    layOutContents()
    let inserted = controllers.filter { $0.parent !== self }
    if let refusal = refusalOfDuplicate(in: controllers) { return .failure(refusal) }
    if let refusal = inserted.lazy.compactMap(refusalToContain).first { return .failure(refusal) }
    if let running = ownTransition {
      return .failure(.transitionRunning("Setting the tabs", self, running))
    }
    let kept = Set(controllers.map(ObjectIdentifier.init))
    let removed = contained.filter { !kept.contains(ObjectIdentifier($0)) }
    if platform.endTransitions(within: removed) {
      return performSetTabs(controllers)
    }
    if let taken = inserted.first(where: { $0.parent != nil }) {
      return taken.moveFromFormerParent { performSetTabs(controllers) }
    }
    return .success(setTabs(controllers, removed: removed, inserted: inserted))
  }

  private func setTabs(
    _ controllers: [HeadlessViewController], removed: [HeadlessViewController],
    inserted: [HeadlessViewController]
  ) -> HeadlessTransition? {
    let old = selected
    let new = selection(in: controllers)
    let transition = HeadlessTransition(
      .setTabs, on: self, from: old === new ? nil : old, to: old === new ? nil : new,
      animated: false, by: .code)
    let work = HeadlessTransition.Work(
      change: { [self] in
        let areLinked = announceMoves(of: removed, and: inserted)
        let controllers = areLinked ? controllers : controllers.filter { $0.parent === self }
        selected = areLinked ? new : selection(in: controllers)
        contained = controllers
        dropTabs(of: removed + inserted.filter { $0.parent !== self })
        for controller in inserted { controller.arrive(in: self) }
        notify(.contents, by: .code)
        if old !== selected { notify(.selection, by: .code) }
      },
      begin: { [self] in
        if old !== selected { beginChange(from: old, to: selected) }
      },
      end: HeadlessTransition.Work.steps { [self] _ in
        let changed = old === selected ? [] : [old, selected].compactMap { $0 }
        let ends = changed.map { shown in { shown.endChain() } }
        return ends + removed.map { removed in { removed.leaveParent(self) } }
      }
    )
    return platform.perform(transition, work, isOnScreen: isShowing)
  }

  /// The new tab begins before the old one.
  private func beginChange(from old: HeadlessViewController?, to new: HeadlessViewController?) {
    guard isShowing else { return }
    new?.loadViewIfNeeded()
    new?.beginChain(true, animated: false)
    old?.beginChain(false, animated: false)
  }

  /// Returns the tab that stays selected, else the one at the same index, else the first.
  private func selection(in controllers: [HeadlessViewController]) -> HeadlessViewController? {
    if let selected, controllers.contains(where: { $0 === selected }) { return selected }
    let index = contained.firstIndex { $0 === selected } ?? 0
    return controllers.indices.contains(index) ? controllers[index] : controllers.first
  }
}

/// Allows and observes the user's taps on tabs, shaped like `UITabBarControllerDelegate`.
///
/// Not called when code selects a tab.
@MainActor
public protocol HeadlessTabBarControllerDelegate: AnyObject {
  /// Called when the user taps a tab; `false` forbids it.
  func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    shouldSelect viewController: HeadlessViewController
  ) -> Bool

  /// Called after a tap on a tab, including the selected one.
  func tabBarController(
    _ tabBarController: HeadlessTabBarController, didSelect viewController: HeadlessViewController
  )
}

extension HeadlessTabBarControllerDelegate {
  /// Returns `true`.
  public func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    shouldSelect viewController: HeadlessViewController
  ) -> Bool { true }

  /// Has no effect.
  public func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    didSelect viewController: HeadlessViewController
  ) {}
}

/// The contents of a tab bar for one tab, shaped like `UITabBarItem`.
@MainActor
open class HeadlessTabBarItem: HeadlessObject {
  /// The text under the image; if there is none, the controller's title, or that of a stack's root.
  open var title: String? {
    get {
      let stack = controller as? HeadlessNavigationController
      return ownTitle ?? controller?.title ?? stack?.viewControllers.first?.tabBarItem.title
    }
    set { ownTitle = newValue }
  }
  /// The image.
  open var image: HeadlessImage?
  /// A number that identifies the item.
  open var tag: Int
  /// The text of the badge.
  open var badgeValue: String?
  /// Whether the user can tap the tab.
  open var isEnabled = true
  /// A name for tests and tools.
  open var accessibilityIdentifier: String?

  private var ownTitle: String?
  private weak var controller: HeadlessViewController?

  /// Makes an item with a text, an image and a number.
  public init(title: String?, image: HeadlessImage?, tag: Int) {
    ownTitle = title
    self.image = image
    self.tag = tag
  }

  init(controller: HeadlessViewController) {
    tag = 0
    self.controller = controller
  }
}

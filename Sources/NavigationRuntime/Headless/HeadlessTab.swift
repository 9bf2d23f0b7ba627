import Foundation

/// A tab with its controller, shaped like iOS 18's `UITab`.
///
/// A tab bar controller has either ``HeadlessTabBarController/tabs`` or
/// ``HeadlessTabBarController/viewControllers``: once the tabs are set, the other list and its
/// relatives are refused.
@MainActor
open class HeadlessTab: HeadlessObject {
  /// The identity of the tab among all tabs of its controller.
  public final let identifier: String
  /// The text under the image.
  open var title: String
  /// The image.
  open var image: HeadlessImage?
  /// The text of the badge.
  open var badgeValue: String?
  /// Whether the tab is left out of the bar.
  ///
  /// Like `UITab.isHidden`, as row V04 of `Docs/Platforms.md` assumes it, this concerns the display
  /// alone. A hidden tab stays in ``HeadlessTabBarController/tabs`` and in the tree, keeps its
  /// controller, and can be selected by code; its flow does not end. The tabs in a hidden group are
  /// left out, too.
  open var isHidden = false
  /// The group that contains the tab.
  public internal(set) final weak var parent: HeadlessTabGroup?
  /// The controller among whose tabs it is, outside of groups.
  final weak var owner: HeadlessTabBarController?

  private let provider: (@MainActor (HeadlessTab) -> HeadlessViewController)?
  private var provided: HeadlessViewController?

  /// Makes a tab.
  ///
  /// - Parameters:
  ///   - title: The text under the image.
  ///   - image: The image.
  ///   - identifier: The identity of the tab.
  ///   - viewControllerProvider: Returns the controller of the tab; called once, on first access.
  public init(
    title: String, image: HeadlessImage?, identifier: String,
    viewControllerProvider: (@MainActor (HeadlessTab) -> HeadlessViewController)? = nil
  ) {
    self.title = title
    self.image = image
    self.identifier = identifier
    provider = viewControllerProvider
  }

  /// The controller of the tab, made on first access.
  open var viewController: HeadlessViewController? {
    if provided == nil { provided = provider?(self) }
    return provided
  }

  /// The tabs with a controller of their own, in this one.
  var destinations: [HeadlessTab] { viewController == nil ? [] : [self] }

  /// The controller that shows the tab's contents.
  var shownController: HeadlessViewController? { viewController }

  /// The tab whose controller is shown when this one is selected.
  var shownTab: HeadlessTab { self }

  /// The tab and all that are in it.
  var allTabs: [HeadlessTab] { [self] }

  /// Returns whether a controller is that of the tab, without making the tab's.
  final func hasProvided(_ controller: HeadlessViewController) -> Bool { provided === controller }

  /// The outermost group around the tab whose stack shows the tab.
  final var managingGroup: HeadlessTabGroup? {
    guard let parent else { return nil }
    return parent.managingGroup ?? (parent.managingNavigationController == nil ? nil : parent)
  }

  final var isInBar: Bool { !isHidden && parent?.isInBar ?? true }

  /// The controller among whose tabs it is, also in a group.
  final var bar: HeadlessTabBarController? { parent?.bar ?? owner }
}

/// A tab that groups others, shaped like iOS 18's `UITabGroup`.
open class HeadlessTabGroup: HeadlessTab {
  /// The tabs in the group; setting them changes the tab bar in which the group is.
  ///
  /// The group itself and the groups that contain it are refused.
  open var children: [HeadlessTab] {
    didSet {
      let new = children
      // The search ends, because no group is in the children of itself before.
      children = oldValue
      if let tab = new.first(where: { $0.allTabs.contains { $0 === self } }) {
        return (bar?.platform ?? .shared).report(.tabInItself(tab))
      }
      children = new
      adopt(insteadOf: oldValue)
      guard let bar, let refusal = bar.performSetTabs(bar.ownTabs).refusal else { return }
      bar.platform.report(refusal)
      let refused = children
      children = oldValue
      adopt(insteadOf: refused)
    }
  }
  /// The stack that shows the selected child, if there is one.
  open var managingNavigationController: HeadlessNavigationController?

  /// Makes a group.
  ///
  /// - Parameters:
  ///   - title: The text under the image.
  ///   - image: The image.
  ///   - identifier: The identity of the group.
  ///   - children: The tabs in the group.
  ///   - viewControllerProvider: Returns the controller of the group itself, if it has one.
  public init(
    title: String, image: HeadlessImage?, identifier: String, children: [HeadlessTab] = [],
    viewControllerProvider: (@MainActor (HeadlessTab) -> HeadlessViewController)? = nil
  ) {
    self.children = children
    super.init(
      title: title, image: image, identifier: identifier,
      viewControllerProvider: viewControllerProvider)
    adopt()
  }

  private func adopt(insteadOf old: [HeadlessTab] = []) {
    for child in old where child.parent === self { child.parent = nil }
    for child in children { child.parent = self }
  }

  override var destinations: [HeadlessTab] {
    guard managingNavigationController == nil else { return [self] }
    return super.destinations + children.flatMap(\.destinations)
  }

  override var shownController: HeadlessViewController? {
    managingNavigationController ?? viewController
  }

  override var allTabs: [HeadlessTab] { [self] + children.flatMap(\.allTabs) }

  override var shownTab: HeadlessTab {
    guard let stack = managingNavigationController else { return self }
    let tabs = allTabs
    for entry in stack.contained.reversed() {
      if let tab = tabs.first(where: { $0.hasProvided(entry) }) { return tab }
    }
    return self
  }
}

extension HeadlessTabBarController {
  /// Whether the app uses ``tabs``, and not ``viewControllers``.
  final var usesTabs: Bool { !ownTabs.isEmpty }

  /// Replaces the tabs; the selected one stays selected if it is among them.
  public final func setTabs(_ tabs: [HeadlessTab], animated: Bool) {
    reportFailure(of: performSetTabs(tabs))
  }

  /// Returns the tab with an identifier, also in a group.
  public final func tab(forIdentifier identifier: String) -> HeadlessTab? {
    var pending = ownTabs
    while let tab = pending.popLast() {
      if tab.identifier == identifier { return tab }
      pending += (tab as? HeadlessTabGroup)?.children ?? []
    }
    return nil
  }

  /// Returns a controller's tab, if the app uses ``tabs``.
  func tab(of controller: HeadlessViewController) -> HeadlessTab? {
    ownTabs.lazy.flatMap(\.destinations).first { $0.shownController === controller }
  }

  /// Selects a tab, or the group whose stack shows it, in which case the stack is set.
  func performSelect(_ tab: HeadlessTab) -> HeadlessResult {
    guard let group = tab.managingGroup, let stack = group.managingNavigationController,
      let controller = tab.viewController
    else { return tab.shownController.map { performSelect($0) } ?? .success(nil) }
    let selection = performSelect(stack)
    let entries = [group.viewController, controller].compactMap { $0 }
    if selection.refusal != nil || stack.contained.elementsEqual(entries, by: ===) {
      return selection
    }
    return stack.performSet(entries, animated: false)
  }

  func performSetTabs(_ tabs: [HeadlessTab]) -> HeadlessResult {
    let old = ownTabs
    ownTabs = tabs
    let controllers = tabs.flatMap(\.destinations).compactMap(\.shownController)
    let result = performSetTabs(controllers)
    if result.refusal != nil { ownTabs = old }
    for tab in old where tab.owner === self { tab.owner = nil }
    for tab in ownTabs { tab.owner = self }
    return result
  }

  /// Replaces the contents, as tabs if the app uses these.
  func performReplace(_ controllers: [HeadlessViewController]) -> HeadlessResult {
    guard usesTabs else { return performSetTabs(controllers) }
    guard !ownTabs.contains(where: { $0 is HeadlessTabGroup }) else {
      return .failure(.unsupported("Setting the controllers of grouped tabs", self))
    }
    return performSetTabs(
      controllers.map { controller in
        ownTabs.first { $0.shownController === controller }
          ?? HeadlessTab(
            title: controller.tabBarItem.title ?? "", image: controller.tabBarItem.image,
            identifier: UUID().uuidString
          ) { _ in controller }
      })
  }

  /// Drops the tabs of controllers that have left, unless a group contains them.
  func dropTabs(of controllers: [HeadlessViewController]) {
    guard usesTabs, !controllers.isEmpty else { return }
    ownTabs.removeAll { tab in
      !(tab is HeadlessTabGroup) && controllers.contains { $0 === tab.shownController }
    }
  }

  /// Reports a call of the list of controllers or one of its relatives while there are tabs.
  func refusesList(_ call: String) -> Bool {
    guard usesTabs else { return false }
    platform.report(.tabsAreSet(call, self))
    return true
  }
}

#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

/// The controllers of a tab bar controller, with the selected one.
///
/// An app uses either `viewControllers` or, since iOS 18, `tabs`; once the tabs are set, UIKit
/// forbids the other list and its relatives.
@MainActor
struct TabContents {
  private(set) var controllers: [UIViewController]
  private(set) var selectedIndex: Int?
  /// Whether the last controller is shown in place of a tab, and is not among the tabs.
  private(set) var endsWithSubstitute = false

  init(of container: UITabBarController) {
    if #available(iOS 18.0, tvOS 18.0, visionOS 2.0, *), container.usesTabs {
      let tabs = container.destinations
      controllers = tabs.compactMap(\.destinationController)
      selectedIndex = container.selectedDestination.flatMap { selected in
        controllers.firstIndex { $0 === selected.destinationController }
      }
      if selectedIndex == nil {
        // What covers the tabs takes their view out of the window, with this one in it.
        select(
          container.children.first { $0 is UINavigationController && container.showsView(of: $0) },
          in: container)
      }
    } else {
      controllers = container.viewControllers ?? []
      let index = container.selectedIndex
      if controllers.indices.contains(index) {
        selectedIndex = index
      } else {
        select(container.selectedViewController, in: container)
      }
    }
  }

  var ofTabs: [UIViewController] { endsWithSubstitute ? controllers.dropLast() : controllers }

  var selected: UIViewController? { selectedIndex.map { controllers[$0] } }

  /// Selects a controller that is shown in place of a tab: the "More" navigation controller, which is
  /// not among the tabs.
  ///
  /// Above its list it contains the tab that the user has chosen there, which is the selected one
  /// until a screen is pushed above it.
  private mutating func select(_ shown: UIViewController?, in container: UITabBarController) {
    guard !controllers.isEmpty, let shown else { return }
    let top = (shown as? UINavigationController)?.viewControllers.last
    selectedIndex = controllers.firstIndex { $0 === shown || $0 === top }
    guard selectedIndex == nil else { return }
    shown.lifecycle.madeUIKitState.tabBarOfMore = container
    selectedIndex = controllers.count
    controllers.append(shown)
    endsWithSubstitute = true
  }
}

extension UINavigationController {
  /// Its screens, without the tab that the user has chosen in the list of "More".
  var screens: [UIViewController] {
    guard let tabs = tabsOfMore else { return viewControllers }
    return viewControllers.filter { screen in !tabs.contains { $0 === screen } }
  }

  /// Returns the entry at which a pop to a screen ends: a chosen tab directly above the screen, which
  /// is none of the stack's screens, stays.
  func entry(atPopTo screen: UIViewController) -> UIViewController {
    guard let tabs = tabsOfMore else { return screen }
    let entries = viewControllers
    guard let index = entries.firstIndex(where: { $0 === screen }) else { return screen }
    return entries[(index + 1)...].prefix { entry in tabs.contains { $0 === entry } }.last ?? screen
  }

  /// Returns the entries of the stack with other screens: a chosen tab stays above the screen that
  /// it is above, unless that leaves.
  func entries(with screens: [UIViewController]) -> [UIViewController] {
    guard let tabs = tabsOfMore else { return screens }
    var entries = screens
    for (below, entry) in zip(viewControllers, viewControllers.dropFirst())
    where tabs.contains(where: { $0 === entry }) {
      guard let index = entries.firstIndex(where: { $0 === below }) else { continue }
      entries.insert(entry, at: index + 1)
    }
    return entries
  }

  /// The tabs of the bar for which it is the "More" stack; `nil` if it is none.
  private var tabsOfMore: [UIViewController]? {
    givenLifecycle?.uiKitState?.tabBarOfMore?.tabContents.ofTabs
  }
}

extension UITabBarController {
  var tabContents: TabContents { TabContents(of: self) }

  func select(at index: Int) {
    if #available(iOS 18.0, tvOS 18.0, visionOS 2.0, *), usesTabs {
      let tabs = destinations
      if tabs.indices.contains(index) { selectedTab = tabs[index] }
    } else {
      selectedIndex = index
    }
  }

  /// Returns the reason for which a list of controllers cannot replace the tabs.
  ///
  /// A controller that is shown in place of a tab does not count.
  func reasonNotToReplaceTabs(by controllers: [UIViewController]) -> String? {
    guard #available(iOS 18.0, tvOS 18.0, visionOS 2.0, *), usesTabs else { return nil }
    if tabs.contains(where: { $0 is UITabGroup }) {
      return "A list of controllers does not name the groups. Set `tabs` instead."
    }
    guard tabs(in: controllers).isEmpty else { return nil }
    return "Without tabs, UIKit would use `viewControllers` again. Keep a tab, or set `tabs`."
  }

  /// Replaces the tabs; one whose controller stays is reused.
  ///
  /// A controller that is shown in place of a tab is left out.
  func replaceTabs(by controllers: [UIViewController], animated: Bool) {
    let controllers = tabs(in: controllers)
    guard #available(iOS 18.0, tvOS 18.0, visionOS 2.0, *), usesTabs else {
      return setViewControllers(controllers, animated: animated)
    }
    let known = tabs
    setTabs(
      controllers.map { controller in
        known.first { $0.viewController === controller } ?? makeTab(of: controller)
      }, animated: animated)
  }

  func holdsTabs(_ controllers: [UIViewController]) -> Bool {
    tabContents.ofTabs.elementsEqual(tabs(in: controllers)) { $0 === $1 }
  }

  private func tabs(in controllers: [UIViewController]) -> [UIViewController] {
    let contents = tabContents
    guard contents.endsWithSubstitute else { return controllers }
    return controllers.filter { $0 !== contents.controllers.last }
  }
}

@available(iOS 18.0, tvOS 18.0, visionOS 2.0, *)
extension UITabBarController {
  /// Whether the app uses `tabs`, which are empty if it uses `viewControllers`.
  fileprivate var usesTabs: Bool { !tabs.isEmpty }

  /// The tabs with a controller of their own, in order; each controller once.
  fileprivate var destinations: [UITab] {
    var seen: Set<ObjectIdentifier> = []
    return tabs.flatMap(\.destinations).filter { tab in
      tab.destinationController.map { seen.insert(ObjectIdentifier($0)).inserted } ?? false
    }
  }

  /// The tab with a controller of its own that contains the selected tab, or is it.
  fileprivate var selectedDestination: UITab? {
    let tabs = destinations
    var next = selectedTab
    while let tab = next {
      if tabs.contains(where: { $0 === tab }) { return tab }
      next = tab.parent
    }
    return nil
  }

  private func makeTab(of controller: UIViewController) -> UITab {
    let item: UITabBarItem? = controller.tabBarItem
    let tab = UITab(
      title: item?.title ?? controller.title ?? "", image: item?.image,
      identifier: UUID().uuidString
    ) { _ in controller }
    tab.badgeValue = item?.badgeValue
    return tab
  }
}

@available(iOS 18.0, tvOS 18.0, visionOS 2.0, *)
extension UITab {
  /// The tabs with a controller of their own, in this one.
  ///
  /// A group with a navigation controller shows its children there.
  fileprivate var destinations: [UITab] {
    guard let group = self as? UITabGroup, group.managingNavigationController == nil else {
      return [self]
    }
    return [self] + group.children.flatMap(\.destinations)
  }

  fileprivate var destinationController: UIViewController? {
    (self as? UITabGroup)?.managingNavigationController ?? viewController
  }
}
#endif

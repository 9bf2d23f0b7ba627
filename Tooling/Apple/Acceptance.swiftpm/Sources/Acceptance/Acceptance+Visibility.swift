#if canImport(UIKit)
import NavigationRuntime
import UIKit

extension Acceptance {
  static let visibility = [
    Acceptance(
      "V01", "hiddenChild",
      "The view of a child that a custom container does not show is hidden, or not in the "
        + "container's view; a covered one counts as shown."
    ) { run in
      let container = Probe("Container")
      await run.show(container)
      let (covered, shown) = (Probe("Covered"), Probe("Shown"))
      let (hidden, outside) = (Probe("Hidden"), Probe("Outside"))
      hidden.view.isHidden = true
      for child in [covered, shown, hidden, outside] {
        container.addChild(child)
        if child !== outside { container.view.addSubview(child.view) }
        child.didMove(toParent: container)
      }
      await run.host.settle()
      run.expect(run.isVisible(shown), "a shown child is hidden")
      run.expect(run.isVisible(covered), "a covered child is hidden")
      run.expect(!run.isVisible(hidden), "a child with a hidden view is visible")
      run.expect(!run.isVisible(outside), "a child without a place is visible")
      hidden.view.isHidden = false
      await run.host.settle()
      run.expect(run.isVisible(hidden), "it stays hidden with its view shown")
    },
    Acceptance(
      "V02", "stateAtEndOfTurn",
      "`isHidden` of a window and `activationState` of a scene have their new values by the end of "
        + "the turn of the run loop."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      run.expect(run.isVisible(home), "hidden in a shown window")
      run.host.window.isHidden = true
      await run.host.settle()
      run.expect(!run.isVisible(home), "visible in a hidden window")
      run.host.window.isHidden = false
      await run.host.settle()
      run.expect(run.isVisible(home), "hidden in a window that is shown again")
      guard run.host.enterBackground() else { return run.lacks("the way to the background") }
      await run.host.settle()
      run.expect(!run.isVisible(home), "visible in the background")
    },
    Acceptance(
      "V03", "listOfControllers",
      "`tabs` is empty in an app that sets `viewControllers`."
    ) { run in
      guard #available(iOS 18.0, tvOS 18.0, visionOS 2.0, *) else { return run.lacks("iOS 18") }
      let tabs = UITabBarController(nibName: nil, bundle: nil)
      tabs.setViewControllers([Probe("A"), Probe("B")], animated: false)
      await run.show(tabs)
      run.expect(tabs.tabs.isEmpty, "\(tabs.tabs.count) tabs")
      run.expect(run.tabNames == ["A", "B"], "other contents: \(run.tabNames)")
    },
    Acceptance(
      "V04", "controllersOfTabs",
      "`UITab.viewController` can be read for each tab, and makes its controller at the first "
        + "access."
    ) { run in
      guard #available(iOS 18.0, tvOS 18.0, visionOS 2.0, *) else { return run.lacks("iOS 18") }
      let names = ["A", "B", "C"]
      var made: [String] = []
      let tabs = UITabBarController(nibName: nil, bundle: nil)
      tabs.tabs = names.map { name in
        UITab(title: name, image: nil, identifier: name) { _ in
          made.append(name)
          return Probe(name)
        }
      }
      await run.show(tabs)
      run.expect(tabs.tabs.allSatisfy { $0.viewController != nil }, "a tab has no controller")
      run.expect(made.sorted() == names, "the controllers were made: \(made)")
      run.expect(run.tabNames == names, "other contents: \(run.tabNames)")
    },
    Acceptance(
      "V05", "selectedTab",
      "`selectedTab` is the tab or group whose controller is shown, or a tab in such a group."
    ) { run in
      guard #available(iOS 18.0, tvOS 18.0, visionOS 2.0, *) else { return run.lacks("iOS 18") }
      let songs = UITab(title: "Songs", image: nil, identifier: "Songs") { _ in Probe("Songs") }
      let group = UITabGroup(
        title: "Library", image: nil, identifier: "Library", children: [songs])
      let tabs = UITabBarController(nibName: nil, bundle: nil)
      tabs.tabs = [
        UITab(title: "Home", image: nil, identifier: "Home") { _ in Probe("Home") }, group,
      ]
      await run.show(tabs)
      run.expect(tabs.selectedTab === tabs.tabs.first, "not the first tab at first")
      tabs.selectedTab = songs
      await run.host.settle()
      let selected = tabs.selectedTab
      run.expect(selected === songs || selected === group, "another tab is selected")
      run.expect(run.host.store.tree.visibleLeaf.name == "Songs", "another controller is shown")
    },
    Acceptance(
      "V06", "moreTab",
      "While “More” is shown, `selectedViewController` is its navigation controller, which is not "
        + "among `viewControllers`."
    ) { run in
      let entries = (1...8).map { Probe("Tab \($0)") }
      let tabs = run.host.crowdedTabs(of: entries)
      await run.show(tabs)
      guard run.host.showMore(in: tabs) else { return run.lacks("a bar without room for all tabs") }
      await run.host.settle()
      let shown = tabs.selectedViewController
      run.expect(shown is UINavigationController, "no navigation controller is selected")
      run.expect(tabs.viewControllers?.count == entries.count, "the tabs are others")
      run.expect(
        !(tabs.viewControllers ?? []).contains { $0 === shown }, "it is one of the tabs")
      run.expect(run.tabNames.count == entries.count + 1, "it is not in the tree")
    },
    Acceptance(
      "V07", "inspectorColumn",
      "The view of a column that is none of the first three is in the split's view while it is "
        + "shown."
    ) { run in
      let inspector = stack("Inspector")
      guard let split = run.host.inspectedSplit(with: inspector) else { return run.lacks("iOS 26") }
      split.setViewController(stack("Primary"), for: .primary)
      split.setViewController(stack("Secondary"), for: .secondary)
      await run.show(split)
      guard !split.isCollapsed else { return run.lacks("a window with room for two columns") }
      for isShown in [true, false, true] {
        run.host.setInspector(isShown: isShown, in: split)
        await run.host.settle()
        let state = isShown ? "shown" : "hidden"
        let isInside = inspector.viewIfLoaded?.isShown(in: split.view) ?? false
        run.expect(isInside == isShown, "\(state), its view is not")
        let isContained = split.viewControllers.contains { $0 === inspector }
        run.expect(isContained || !isShown, "\(state), it is none of the `viewControllers`")
        run.expect(run.isVisible(inspector) == isShown, "\(state), it does not count as such")
      }
    },
  ]
}

extension UIView {
  /// Returns whether the view is inside another one, and neither it nor a view between them is hidden.
  fileprivate func isShown(in container: UIView) -> Bool {
    if self === container { return true }
    return !isHidden && superview?.isShown(in: container) ?? false
  }
}

extension AcceptanceRun {
  /// The names of the contents of the root, in the tree.
  fileprivate var tabNames: [String] {
    host.store.tree.root.children.first?.children.map(\.name) ?? []
  }
}
#endif

#if canImport(UIKit)
import Foundation
import NavigationRuntime
import UIKit

extension Acceptance {
  static let stacks = [
    Acceptance(
      "U16", "stackAtCall",
      "`viewControllers` of a stack shows a push, a pop or a replacement when the call returns."
    ) { run in
      for animated in [true, false] {
        let home = stack("List")
        await run.show(home)
        let (detail, other) = (Probe("Detail"), Probe("Other"))
        home.pushViewController(detail, animated: animated)
        run.expect(home.viewControllers.last === detail, "the push is late, \(animated)")
        await run.host.settle()
        home.popViewController(animated: animated)
        run.expect(home.viewControllers.count == 1, "the pop is late, \(animated)")
        await run.host.settle()
        home.setViewControllers([home.viewControllers[0], detail, other], animated: animated)
        run.expect(home.viewControllers.count == 3, "the replacement is late, \(animated)")
        await run.host.settle()
        home.popToViewController(home.viewControllers[0], animated: animated)
        run.expect(home.viewControllers.count == 1, "the long pop is late, \(animated)")
        await run.host.settle()
      }
    },
    Acceptance(
      "U17", "coordinatorOfPush",
      "A stack has a `transitionCoordinator` as soon as an animated push or pop has been called, "
        + "and calls the completions that are added then."
    ) { run in
      let home = stack("List")
      await run.show(home)
      var completions = 0
      home.pushViewController(Probe("Detail"), animated: true)
      run.expect(home.transitionCoordinator != nil, "none for the push")
      _ = home.transitionCoordinator?.animate(alongsideTransition: nil) { _ in completions += 1 }
      await run.host.settle()
      home.popViewController(animated: true)
      run.expect(home.transitionCoordinator != nil, "none for the pop")
      _ = home.transitionCoordinator?.animate(alongsideTransition: nil) { _ in completions += 1 }
      await run.host.settle()
      run.expect(completions == 2, "\(completions) completions instead of 2")
    },
    Acceptance(
      "U18", "coordinatorInCallback",
      "The coordinator of an animated push exists in the appearance callbacks that begin it."
    ) { run in
      let home = stack("List")
      await run.show(home)
      let detail = Probe("Detail")
      var found: [Bool] = []
      detail.onCallback = { [unowned home] in
        if $0 == "viewWillAppear" { found.append(home.transitionCoordinator != nil) }
      }
      home.pushViewController(detail, animated: true)
      await run.host.settle()
      run.expect(found == [true], "\(found) in viewWillAppear")
    },
    Acceptance(
      "U19", "endOfCoordinator",
      "A transition that is over has no coordinator, or another one: `transitionCoordinator` is "
        + "`nil` when nothing runs."
    ) { run in
      let home = stack("List")
      await run.show(home)
      home.pushViewController(Probe("Detail"), animated: true)
      await run.host.settle()
      run.expect(home.transitionCoordinator == nil, "the push has one at rest")
      let sheet = Probe("Sheet")
      await run.present(sheet, on: home, animated: true)
      run.expect(sheet.transitionCoordinator == nil, "the presented controller has one at rest")
      run.expect(home.transitionCoordinator == nil, "the presenter has one at rest")
    },
    Acceptance(
      "U20", "backTap",
      "`navigationBar(_:shouldPop:)` of a stack is called for a tap on the back button, and the "
        + "stack pops in the same turn; for a pop by code it is not called, or when the entry has "
        + "left the stack."
    ) { run in
      let home = stack("A", "B", "C")
      await run.show(home)
      home.popViewController(animated: true)
      await run.host.settle()
      run.expect(run.takeCauses() == [.unknown], "a pop by code counts as a tap")
      guard run.host.tapBack(in: home) else { return run.lacks("a tap on the back button") }
      await run.host.settle()
      run.expect(home.viewControllers.count == 1, "the tap has not popped")
      run.expect(run.takeCauses() == [.user], "the tap is not the user's")
    },
    Acceptance(
      "U21", "movesOfEntries",
      "UIKit calls `didMove(toParent:)` of a controller that is pushed or popped."
    ) { run in
      let home = stack("List")
      await run.show(home)
      for animated in [true, false] {
        let detail = Probe("Detail")
        home.pushViewController(detail, animated: animated)
        await run.host.settle()
        run.expect(detail.callbacks.contains("didMove"), "not for the push, \(animated)")
        let count = detail.callbacks.filter { $0 == "didMove" }.count
        home.popViewController(animated: animated)
        await run.host.settle()
        run.expect(
          detail.callbacks.filter { $0 == "didMove" }.count > count, "not for the pop, \(animated)")
      }
    },
  ]

  static let containers = [
    Acceptance(
      "U22", "tabsAtCall",
      "`selectedIndex` and `viewControllers` of tabs show a change when the call returns; the view "
        + "of a selected tab is in the window within ten turns of the main queue."
    ) { run in
      let tabs = UITabBarController(nibName: nil, bundle: nil)
      let entries = [Probe("A"), Probe("B"), Probe("C")]
      tabs.setViewControllers(entries, animated: false)
      run.expect(tabs.viewControllers?.count == 3, "the entries are late")
      await run.show(tabs)
      tabs.selectedIndex = 1
      run.expect(tabs.selectedIndex == 1, "the selection is late")
      run.expect(tabs.selectedViewController === entries[1], "another controller is selected")
      let isPlaced = await run.turns(10) { entries[1].viewIfLoaded?.window != nil }
      run.expect(isPlaced, "its view is late")
      await run.host.settle()
      run.expect(run.takeCauses() == [.unknown], "a selection by code counts as a tap")
    },
    Acceptance(
      "U23", "tabTap",
      "A tab bar controller selects the tapped tab, or pops the selected one's stack, inside "
        + "`tabBar(_:didSelect:)`."
    ) { run in
      let tabs = UITabBarController(nibName: nil, bundle: nil)
      let inner = stack("A", "B")
      tabs.setViewControllers([Probe("First"), inner], animated: false)
      await run.show(tabs)
      guard run.host.tapTab(at: 1, in: tabs) else { return run.lacks("a tap on a tab") }
      await run.host.settle()
      run.expect(tabs.selectedIndex == 1, "the tap has not selected")
      run.expect(run.takeCauses() == [.user], "the tap is not the user's")
      _ = run.host.tapTab(at: 1, in: tabs)
      await run.host.settle()
      run.expect(inner.viewControllers.count == 1, "the second tap has not popped")
      run.expect(run.takeCauses() == [.user], "the second tap is not the user's")
    },
    Acceptance(
      "U24", "endOfPageTurn",
      "`setViewControllers` of pages calls its completion handler when the page is shown, with "
        + "animation or without."
    ) { run in
      let pages = UIPageViewController(
        transitionStyle: .scroll, navigationOrientation: .horizontal, options: nil)
      pages.setViewControllers([Probe("One")], direction: .forward, animated: false)
      await run.show(pages)
      for animated in [true, false] {
        let page = Probe("Next")
        var isShown: Bool?
        pages.setViewControllers([page], direction: .forward, animated: animated) { _ in
          isShown = pages.viewControllers?.first === page
        }
        await run.host.settle()
        run.expect(isShown == true, "not shown at the completion, \(animated)")
      }
    },
    Acceptance(
      "U25", "splitColumns",
      "`viewController(for:)` of a split returns one of its `viewControllers`, if its columns are "
        + "stacks; a collapsed one has a single controller."
    ) { run in
      let split = UISplitViewController(style: .doubleColumn)
      split.setViewController(stack("Primary"), for: .primary)
      split.setViewController(stack("Secondary"), for: .secondary)
      await run.show(split)
      guard !split.isCollapsed else {
        run.lacks("a window with room for two columns")
        return run.expect(split.viewControllers.count == 1, "several although collapsed")
      }
      for column in [UISplitViewController.Column.primary, .secondary] {
        let shown = split.viewController(for: column)
        run.expect(split.viewControllers.contains { $0 === shown }, "\(column) is another one")
      }
    },
    Acceptance(
      "U26", "rootAtCall",
      "A window's `rootViewController` is another one when its setter returns, and its view is in "
        + "the window soon after."
    ) { run in
      let (first, second) = (Probe("First"), Probe("Second"))
      await run.show(first)
      run.host.window.rootViewController = second
      run.expect(run.host.window.rootViewController === second, "the root is late")
      await run.host.settle()
      run.expect(second.viewIfLoaded?.window === run.host.window, "not in the window")
      run.expect(first.viewIfLoaded?.window == nil, "the former root is in the window")
      run.expect(second.callbacks.last == "viewDidAppear", "not appeared")
    },
    Acceptance(
      "U27", "endOfTurn",
      "An observer of the main run loop with the highest order is called after UIKit's own work of "
        + "the turn, and in each turn in which something has changed."
    ) { run in
      let home = stack("A", "B", "C")
      await run.show(home)
      let entries = home.viewControllers
      // Under the same top nothing appears, disappears or moves.
      home.viewControllers = [entries[1], entries[0], entries[2]]
      await run.host.turn()
      await run.host.turn()
      // Reading the tree would compare the stack, too.
      run.expect(run.takeCauses().count == 1, "the permutation is not found")
      let names = run.host.store.tree.root.children.first?.children.map(\.name)
      run.expect(names == ["B", "A", "C"], "the tree is stale: \(names ?? [])")
    },
    Acceptance(
      "U28", "presentationOnSelectedTab",
      "UIKit accepts a presentation by the controller of a tab that code has selected in the same "
        + "turn."
    ) { run in
      let tabs = UITabBarController(nibName: nil, bundle: nil)
      let entries = [Probe("A"), Probe("B")]
      tabs.setViewControllers(entries, animated: false)
      await run.show(tabs)
      tabs.selectedIndex = 1
      let sheet = Probe("Sheet")
      entries[1].present(sheet, animated: true)
      run.expect(sheet.presentingViewController === tabs, "ignored")
      await run.host.settle()
      run.expect(sheet.callbacks.last == "viewDidAppear", "it has not appeared")
      run.expect(tabs.selectedIndex == 1, "the selection is lost")
    },
    Acceptance(
      "U29", "heldFromInside",
      "`isModalInPresentation` of a controller inside the presented one prevents a pull while it is "
        + "on the screen, and not while it is covered in a stack or in another tab."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      let (inner, unselected) = (stack("Covered", "Top"), Probe("Unselected"))
      let sheet = UITabBarController(nibName: nil, bundle: nil)
      sheet.setViewControllers([inner, unselected], animated: false)
      let entries = inner.viewControllers
      for (inside, holds) in [(entries[1], true), (entries[0], false), (unselected, false)] {
        await run.present(sheet, on: home, animated: true)
        inside.isModalInPresentation = true
        guard run.host.pullDown(sheet) else { return run.lacks("a pull with a finger") }
        await run.host.settle()
        inside.isModalInPresentation = false
        let name = inside.restorationIdentifier ?? ""
        run.expect((home.presentedViewController === sheet) == holds, "\(name): not \(holds)")
        home.dismiss(animated: false)
        await run.host.settle()
      }
    },
    Acceptance(
      "U30", "adaptedPresentation",
      "Where there is little width, UIKit asks the delegate of a sheet or popover for a style, and "
        + "`fullScreen` takes the presenter's view out of the window."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      guard run.host.window.traitCollection.horizontalSizeClass == .compact else {
        return run.lacks("a narrow window")
      }
      let delegate = FullScreenDelegate()
      for style in [UIModalPresentationStyle.popover, .pageSheet] {
        let modal = Probe("Modal")
        modal.modalPresentationStyle = style
        modal.presentationController?.delegate = delegate
        await run.present(modal, on: home)
        run.expect(home.view.window == nil, "\(style): the presenter's view is in the window")
        run.expect(modal.view.window != nil, "\(style): the modal's view is not")
        run.expect(
          modal.presentationController?.delegate === delegate, "\(style): another delegate")
        home.dismiss(animated: false)
        await run.host.settle()
      }
    },
  ]
}

private final class FullScreenDelegate: NSObject, UIAdaptivePresentationControllerDelegate {
  func adaptivePresentationStyle(
    for controller: UIPresentationController
  ) -> UIModalPresentationStyle { .fullScreen }
}
#endif

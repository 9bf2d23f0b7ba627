#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import NavigationRuntime

extension Acceptance {
  static let presentationsOnMac = [
    Acceptance(
      "A01", "presentingMethods",
      "A controller presents through `present(_:animator:)`, and is dismissed through `dismiss(_:)` "
        + "of its presenter."
    ) { run in
      for inPopover in [false, true] {
        let (home, shown) = (Probe("Home"), Probe("Shown"))
        await run.show(home)
        await run.present(shown, on: home, inPopover: inPopover)
        run.expect(home.calls == ["present"], "presented through \(home.calls), \(inPopover)")
        shown.dismiss(nil)
        await run.host.settle()
        run.expect(home.calls.contains("dismiss"), "not dismissed through it, \(inPopover)")
      }
    },
    Acceptance(
      "A02", "dismissedAtCall",
      "A dismissed controller is no longer presented when the call returns."
    ) { run in
      for inPopover in [false, true] {
        let (home, shown) = (Probe("Home"), Probe("Shown"))
        await run.show(home)
        await run.present(shown, on: home, inPopover: inPopover)
        run.expect(shown.presentingViewController === home, "not presented, \(inPopover)")
        home.dismiss(shown)
        run.expect(shown.presentingViewController == nil, "it has its presenter, \(inPopover)")
        run.expect(home.presentedViewControllers?.isEmpty ?? true, "still presented, \(inPopover)")
        await run.host.settle()
      }
    },
    Acceptance(
      "A03", "parentOfPopover",
      "The window of a popover is a child of the window that it points at, in "
        + "`NSPopover.didShowNotification`."
    ) { run in
      let (home, content) = (Probe("Home"), Probe("Content"))
      await run.show(home)
      let popover = NSPopover()
      popover.contentViewController = content
      let window = run.host.window
      let parents = Notices(NSPopover.didShowNotification, of: popover) {
        content.view.window?.parent === window
      }
      popover.show(relativeTo: home.view.bounds, of: home.view, preferredEdge: .maxY)
      await run.host.settle()
      parents.end()
      run.expect(parents.values == [true], "the parent is the window: \(parents.values)")
      run.expect(run.host.store.tree.modalChain.map(\.name) == ["Content"], "it is not in the tree")
      popover.close()
      await run.host.settle()
    },
    Acceptance(
      "A04", "eventOfMove", "The current event is the one that closes or selects."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      await run.present(Probe("Popover"), on: home, inPopover: true)
      run.forgetChanges()
      if let shown = home.presentedViewControllers?.last, await run.host.clickBeside(shown) {
        await run.host.settle()
        run.expect(run.takeCauses() == [.user], "a click beside a popover is not the user's")
      } else {
        run.lacks("a click beside a popover")
      }
      let tabs = NSTabViewController()
      tabs.tabViewItems = ["A", "B"].map { NSTabViewItem(viewController: Probe($0)) }
      await run.show(tabs)
      if await run.host.clickTab(at: 1, in: tabs) {
        await run.host.settle()
        run.expect(run.takeCauses() == [.user], "a click on a tab is not the user's")
      } else {
        run.lacks("a click on a tab")
      }
      let document = NSWindow(contentViewController: Probe("Document"))
      document.makeKeyAndOrderFront(nil)
      await run.host.settle()
      var causes: [NavigationCause.Kind] = []
      let changes = run.host.store(of: document).onChange { causes.append($0.cause.kind) }
      if await run.host.clickCloseButton(of: document) {
        await run.host.settle()
        run.expect(causes == [.user], "a click on the close button is not the user's")
      } else {
        run.lacks("a click on the close button")
      }
      changes.cancel()
    },
  ]

  static let windowsOnMac = [
    Acceptance(
      "A05", "selectionAtCall",
      "A tab is selected inside `tabView(_:didSelect:)`, a control's action sent through "
        + "`sendAction(_:to:)`."
    ) { run in
      let tabs = NSTabViewController()
      tabs.tabViewItems = ["A", "B"].map { NSTabViewItem(viewController: Probe($0)) }
      await run.show(tabs)
      tabs.selectedTabViewItemIndex = 1
      // The wrapped method alone can have told, as no turn has ended.
      run.expect(run.takeCauses() == [.unknown], "the selection is not found at its call")
      let button = NSButton()
      var count = 0
      let actions = button.onAction.receive { count += 1 }
      button.performClick(nil)
      run.expect(count == 1, "\(count) actions instead of 1")
      actions.cancel()
    },
    Acceptance(
      "A06", "beginOfClosing",
      "AppKit posts `willClose` before the window or popover leaves the screen, on the main thread."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      let (document, content) = (Probe("Document"), Probe("Content"))
      let window = NSWindow(contentViewController: document)
      window.makeKeyAndOrderFront(nil)
      let popover = NSPopover()
      popover.contentViewController = content
      popover.show(relativeTo: home.view.bounds, of: home.view, preferredEdge: .maxY)
      await run.host.settle()
      let ofWindow = Notices(NSWindow.willCloseNotification, of: window) { window.isVisible }
      let ofPopover = Notices(NSPopover.willCloseNotification, of: popover) {
        content.view.window?.isVisible ?? false
      }
      popover.close()
      await run.host.settle()
      run.expect(ofPopover.values == [true], "the popover was visible: \(ofPopover.values)")
      ofPopover.end()
      window.close()
      await run.host.settle()
      run.expect(ofWindow.values == [true], "the window was visible: \(ofWindow.values)")
      run.expect(ofWindow.areOnMainThread && ofPopover.areOnMainThread, "on another thread")
      ofWindow.end()
    },
    Acceptance(
      "A07", "endOfTurnOnMac",
      "An observer of the main run loop with the highest order is called after AppKit's own work of "
        + "the turn."
    ) { run in
      let (container, child) = (Probe("Container"), Probe("Child"))
      container.addChild(child)
      container.view.addSubview(child.view)
      await run.show(container)
      run.expect(run.isVisible(child), "a child on the screen is hidden")
      child.view.isHidden = true
      await run.host.turn()
      await run.host.turn()
      run.expect(!run.isVisible(child), "the change is not found at the end of the turn")
    },
    Acceptance(
      "A08", "windowOnScreen",
      "`isVisible`, `isMiniaturized` and `occlusionState` have their new values by the end of a turn "
        + "of the run loop; a window beneath its own sheet stays visible."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      run.expect(run.isVisible(home), "hidden in a shown window")
      run.host.window.orderOut(nil)
      await run.host.settle()
      run.expect(!run.isVisible(home), "visible in a window that is ordered out")
      run.host.window.makeKeyAndOrderFront(nil)
      await run.host.settle()
      run.expect(run.isVisible(home), "hidden in a window that is shown again")
      run.host.window.miniaturize(nil)
      await run.host.settle()
      run.expect(!run.isVisible(home), "visible in the Dock")
      run.host.window.deminiaturize(nil)
      await run.host.settle()
      run.expect(run.isVisible(home), "hidden in a window from the Dock")
      let sheet = Probe("Sheet")
      await run.present(sheet, on: home, inPopover: false)
      run.expect(run.isVisible(home) && run.isVisible(sheet), "hidden because of a sheet")
    },
  ]
}
#endif

#if canImport(UIKit)
import NavigationRuntime
import UIKit

extension Acceptance {
  static let presentations = [
    Acceptance(
      "U01", "acceptedPresentation",
      "`presentingViewController` is set when `present` returns, if UIKit has accepted the call."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      for animated in [true, false] {
        let sheet = Probe("Sheet")
        home.present(sheet, animated: animated)
        run.expect(sheet.presentingViewController === home, "nil at the return, \(animated)")
        await run.host.settle()
        home.dismiss(animated: false)
        await run.host.settle()
      }
    },
    Acceptance(
      "U02", "ignoredPresentation",
      "`presentingViewController` stays `nil` if UIKit ignores `present`, which then never "
        + "completes."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      await run.present(Probe("Sheet"), on: home)
      let other = Probe("Other")
      var isCompleted = false
      home.present(other, animated: false) { isCompleted = true }
      run.expect(other.presentingViewController == nil, "it has a presenter at the return")
      await run.host.settle()
      run.expect(other.presentingViewController == nil, "it has a presenter later")
      run.expect(!isCompleted, "the completion was called")
    },
    Acceptance(
      "U03", "endOfPresentation",
      "A presentation calls its completion handler when it has ended, with animation or without."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      for animated in [true, false] {
        let sheet = Probe("Sheet")
        var callbacks: [String]?
        home.present(sheet, animated: animated) { callbacks = sheet.callbacks }
        await run.host.settle()
        run.expect(callbacks != nil, "no completion, \(animated)")
        run.expect(
          callbacks?.last == "viewDidAppear", "completed before viewDidAppear, \(animated)")
        home.dismiss(animated: false)
        await run.host.settle()
      }
    },
    Acceptance(
      "U04", "endOfDismissal",
      "A dismissal calls its completion handler when the controller is no longer presented, with "
        + "animation or without."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      for animated in [true, false] {
        let sheet = Probe("Sheet")
        await run.present(sheet, on: home)
        var isGone: Bool?
        home.dismiss(animated: animated) {
          isGone = home.presentedViewController == nil && sheet.presentingViewController == nil
        }
        await run.host.settle()
        run.expect(isGone != nil, "no completion, \(animated)")
        run.expect(isGone != false, "still presented at the completion, \(animated)")
      }
    },
    Acceptance(
      "U05", "turnsOfDismissal",
      "A dismissal without animation ends within ten turns of the main queue, even if each turn "
        + "enqueues the next."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      await run.present(Probe("Sheet"), on: home)
      var isCompleted = false
      home.dismiss(animated: false) { isCompleted = true }
      let isInTime = await run.turns(10) { isCompleted }
      run.expect(isInTime, "not ended after ten turns")
      await run.host.settle()
    },
    Acceptance(
      "U06", "busyDismissal",
      "UIKit dismisses a presented controller unless that is being presented or dismissed."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      let sheet = Probe("Sheet")
      home.present(sheet, animated: true)
      home.dismiss(animated: false)
      await run.host.settle()
      run.expect(sheet.presentingViewController === home, "dismissed while being presented")
      home.dismiss(animated: true)
      await run.host.settle()
      run.expect(sheet.presentingViewController == nil, "not dismissed while nothing runs")
    },
    Acceptance(
      "U07", "coordinatorOfPresentation",
      "An animated presentation or dismissal has a `transitionCoordinator` within ten turns of the "
        + "main queue."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      let sheet = Probe("Sheet")
      home.present(sheet, animated: true)
      var isFound = await run.turns(10) { sheet.transitionCoordinator != nil }
      run.expect(isFound, "none for the presentation")
      await run.host.settle()
      home.dismiss(animated: true)
      isFound = await run.turns(10) { sheet.transitionCoordinator != nil }
      run.expect(isFound, "none for the dismissal")
      await run.host.settle()
    },
    Acceptance(
      "U08", "presenterOfChild",
      "The outermost ancestor presents for a controller, which has the modal as its "
        + "`presentedViewController`, too."
    ) { run in
      let home = stack("List", "Detail")
      await run.show(home)
      let sheet = Probe("Sheet")
      await run.present(sheet, on: home.viewControllers[1])
      run.expect(sheet.presentingViewController === home, "another presenter")
      run.expect(
        home.viewControllers[1].presentedViewController === sheet, "not presented for the child")
    },
    Acceptance(
      "U09", "coveredPresenter",
      "`shouldRemovePresentersView` is `true` for a presentation in full screen and `false` for a "
        + "sheet."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      for (style, removes) in [(UIModalPresentationStyle.fullScreen, true), (.pageSheet, false)] {
        let modal = Probe("Modal")
        modal.modalPresentationStyle = style
        await run.present(modal, on: home)
        run.expect(
          modal.presentationController?.shouldRemovePresentersView == removes, "not \(removes)")
        home.dismiss(animated: false)
        await run.host.settle()
      }
    },
    Acceptance(
      "U10", "containerView",
      "A presented controller's view is inside the `containerView` of its presentation."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      let sheet = Probe("Sheet")
      await run.present(sheet, on: home)
      let area = sheet.presentationController?.containerView
      run.expect(area != nil, "no containerView")
      run.expect(area.map { sheet.view.isDescendant(of: $0) } ?? true, "not inside")
    },
    Acceptance(
      "U11", "popoverTap",
      "UIKit dismisses a popover inside `sendEvent(_:)`, with the touched view in the "
        + "presentation's `containerView`."
    ) { run in
      let home = Probe("Home")
      await run.show(home)
      let popover = Probe("Popover")
      popover.modalPresentationStyle = .popover
      await run.present(popover, on: home)
      guard run.host.tapBeside(popover) else { return run.lacks("a tap beside a popover") }
      await run.host.settle()
      run.expect(home.presentedViewController == nil, "not dismissed")
      run.expect(run.takeCauses() == [.user], "not attributed to the user")
    },
  ]

  static let gestures = [
    Acceptance(
      "U12", "pullDown",
      "A transition coordinator exists in `viewWillDisappear` of a sheet that is pulled down; the "
        + "sheet is no longer presented at the later of its completion and `viewDidDisappear`."
    ) { run in
      let home = Probe("Home")
      let sheet = Probe("Sheet")
      await run.show(home)
      run.host.preparePullDown(of: sheet)
      await run.present(sheet, on: home, animated: true)
      var hasCoordinator: Bool?
      var ends: [Bool] = []
      sheet.onCallback = { [unowned sheet] callback in
        if callback == "viewDidDisappear" { ends.append(sheet.presentingViewController == nil) }
        guard callback == "viewWillDisappear" else { return }
        hasCoordinator = sheet.transitionCoordinator != nil
        _ = sheet.transitionCoordinator?.animate(alongsideTransition: nil) { _ in
          ends.append(sheet.presentingViewController == nil)
        }
      }
      guard let gesture = await run.host.beginPullDown(of: sheet) else {
        return run.lacks("a pull on a sheet")
      }
      run.expect(hasCoordinator == true, "no coordinator in viewWillDisappear")
      run.expect(sheet.transitionCoordinator?.isInteractive == true, "not interactive")
      gesture.finish()
      await run.host.settle()
      run.expect(ends.count == 2, "\(ends.count) ends instead of a completion and a callback")
      run.expect(ends.last == true, "still presented at the later end")
      run.expect(run.takeCauses() == [.user], "not attributed to the user")
    },
    Acceptance(
      "U13", "cancelledPullDown",
      "A cancelled pull leaves the sheet presented, with `isCancelled` at the completion."
    ) { run in
      let home = Probe("Home")
      let sheet = Probe("Sheet")
      await run.show(home)
      run.host.preparePullDown(of: sheet)
      await run.present(sheet, on: home, animated: true)
      guard let gesture = await run.host.beginPullDown(of: sheet) else {
        return run.lacks("a pull on a sheet")
      }
      var wasCancelled: Bool?
      _ = sheet.transitionCoordinator?.animate(alongsideTransition: nil) {
        wasCancelled = $0.isCancelled
      }
      gesture.cancel()
      await run.host.settle()
      run.expect(wasCancelled == true, "not cancelled, or no completion")
      run.expect(home.presentedViewController === sheet, "no longer presented")
      run.expect(run.takeCauses().isEmpty, "a change was published")
    },
    Acceptance(
      "U14", "swipeBack",
      "The stack has left the top out while a finger drags it, and the coordinator reports when "
        + "the finger has lifted."
    ) { run in
      let home = stack("List", "Detail")
      await run.show(home)
      guard let gesture = await run.host.beginSwipeBack(in: home) else {
        return run.lacks("a swipe back")
      }
      run.expect(home.viewControllers.count == 1, "the top is still in the stack")
      run.expect(home.transitionCoordinator?.isInteractive == true, "not interactive")
      var isInteractive: [Bool] = []
      home.transitionCoordinator?.notifyWhenInteractionChanges {
        isInteractive.append($0.isInteractive)
      }
      gesture.finish()
      await run.host.settle()
      run.expect(isInteractive == [false], "the lifted finger was not reported once")
      run.expect(home.viewControllers.count == 1, "the top is in the stack again")
      run.expect(run.takeCauses() == [.user], "not attributed to the user")
    },
    Acceptance(
      "U15", "cancelledSwipe",
      "After a cancelled swipe the stack is as before when the coordinator's completion is called."
    ) { run in
      let home = stack("List", "Detail")
      await run.show(home)
      guard let gesture = await run.host.beginSwipeBack(in: home) else {
        return run.lacks("a swipe back")
      }
      var counts: [Int] = []
      _ = home.transitionCoordinator?.animate(alongsideTransition: nil) {
        if $0.isCancelled { counts.append(home.viewControllers.count) }
      }
      gesture.cancel()
      await run.host.settle()
      run.expect(counts == [2], "\(counts) entries at the completion instead of 2")
      run.expect(run.takeCauses().isEmpty, "a change was published")
    },
  ]
}
#endif

import NavigationRuntime
import TestSupport
import Testing
import UIKit

/// All presenters and presented controllers here notify the adapter as on a device: by wrapped
/// methods alone.
@MainActor
@Suite("A presentation with the notifications of a device")
struct UIKitPresentationTests {
  private let home = DeviceController("Home")
  private let sheet = DeviceController("Sheet")

  private func show(_ mode: HeadlessPlatform.TransitionMode = .immediate) -> HeadlessWorld {
    let world = HeadlessWorld(mode, root: home)
    home.present(sheet, animated: true)
    world.platform.completeAllTransitions()
    #expect(world.takeChanges().count == 1)
    return world
  }

  @Test(
    "D25: a cancelled pull-down changes nothing, and a finished one is the user's")
  func pullDown() throws {
    let world = show()
    var events: [PresentationEvent] = []
    let subscription = sheet.observePresentation { events.append($0) }
    let tree = world.store.tree

    let cancelled = try #require(sheet.userDidBeginPullDown())
    #expect(world.store.isTransitioning)
    #expect(world.store.isInteractive)
    let waiting = world.context.request(.present(screen("Other")), on: sheet)
    cancelled.cancel()
    #expect(!world.store.isTransitioning)
    #expect(waiting.outcome == .performed)
    world.context.request(.dismiss, on: sheet)
    #expect(world.store.tree == tree)
    #expect(events == [.visible(true)])
    _ = world.takeChanges()

    try #require(sheet.userDidBeginPullDown()).finish()
    #expect(world.store.tree.modalChain.isEmpty)
    #expect(world.changes.map(\.cause.kind) == [.user])
    #expect(events == [.visible(true), .visible(false), .dismissed])
    #expect(world.refusals.isEmpty)
    withExtendedLifetime(subscription) {}
  }

  @Test("Waits for the rest of a pull-down after the finger has lifted, and not for the finger")
  func letGo() throws {
    let world = show()
    let gesture = try #require(sheet.userDidBeginPullDown())
    #expect(world.store.isInteractive)
    #expect(world.context.activity.isIdle)
    var wasInteractive: [Bool] = []
    var wasIdle: [Bool] = []
    sheet.transitionCoordinator?.notifyWhenInteractionChanges { _ in
      wasInteractive.append(world.store.isInteractive)
      wasIdle.append(world.context.activity.isIdle)
    }
    gesture.cancel()
    #expect(wasInteractive == [false])
    #expect(wasIdle == [false])
    #expect(!world.store.isTransitioning)
    #expect(world.context.activity.isIdle)
  }

  @Test("Is code's if code presents while the user begins a gesture and cancels it")
  func duringCancelledGesture() throws {
    let list = DeviceController("List")
    let stack = stack("Stack", list, DeviceController("Top"))
    listenAsOnDevice(stack)
    let world = HeadlessWorld(root: stack)
    let swipe = try #require(stack.userDidBeginEdgeSwipe())
    list.present(DeviceController("Foreign"), animated: true)
    #expect(world.changes.isEmpty)
    swipe.cancel()
    #expect(world.store.tree.modalChain.map(\.name) == ["Foreign"])
    #expect(world.changes.map(\.cause.kind) == [.code])
    #expect(world.refusals.isEmpty)
  }

  @Test("D26: a refused pull-down is no transition, and the delegate receives the attempt")
  func refused() {
    let world = show()
    let delegate = PresentationDelegate()
    sheet.presentationController?.delegate = delegate
    sheet.isModalInPresentation = true
    #expect(sheet.userDidBeginPullDown() == nil)
    sheet.isModalInPresentation = false
    delegate.allows = false
    #expect(sheet.userDidBeginPullDown() == nil)
    #expect(!world.store.isTransitioning)
    #expect(world.changes.isEmpty)
    #expect(delegate.calls == ["attempt", "should", "attempt"])
  }

  @Test("Refuses links while it, a controller inside, even a covered one, or the delegate holds it")
  func held() {
    let (list, detail) = (DeviceController("List"), DeviceController("Detail"))
    let sheet = stack("Sheet", list, detail)
    let world = HeadlessWorld(root: home)
    home.present(sheet, animated: true)
    #expect(world.changes.count == 1)
    for holder: UIViewController in [sheet, list, detail] {
      #expect(sheet.lifecycle.refusingModal == nil)
      holder.isModalInPresentation = true
      #expect(sheet.lifecycle.refusingModal === sheet.lifecycle)
      holder.isModalInPresentation = false
    }
    let delegate = PresentationDelegate()
    sheet.presentationController?.delegate = delegate
    #expect(sheet.lifecycle.refusingModal == nil)
    delegate.allows = false
    #expect(sheet.lifecycle.refusingModal === sheet.lifecycle)
    #expect(delegate.calls == ["should", "should"])
  }

  @Test("Leaves the delegate to the app, which receives each call once, whenever it was set")
  func delegates() throws {
    let (before, after) = (PresentationDelegate(), PresentationDelegate())
    sheet.presentationController?.delegate = before
    let world = show()
    #expect(sheet.presentationController?.delegate === before)
    try #require(sheet.userDidBeginPullDown()).cancel()
    #expect(before.calls == ["should", "will"])

    sheet.presentationController?.delegate = after
    try #require(sheet.userDidBeginPullDown()).cancel()
    let last = try #require(sheet.userDidBeginPullDown())
    #expect(sheet.presentationController?.delegate === after)
    last.finish()
    #expect(before.calls == ["should", "will"])
    #expect(after.calls == ["should", "will", "should", "will", "did"])
    #expect(world.store.tree.modalChain.isEmpty)
  }

  @Test("Ends also if its delegate presents again at once")
  func presentsAgain() throws {
    let world = show()
    let delegate = PresentationDelegate()
    let next = DeviceController("Next")
    delegate.onDidDismiss = { [home] in home.present(next, animated: true) }
    sheet.presentationController?.delegate = delegate
    try #require(sheet.userDidBeginPullDown()).finish()
    #expect(world.store.tree.modalChain.map(\.name) == ["Next"])
    #expect(world.refusals.isEmpty)
    #expect(world.context.activity.isIdle)
    withExtendedLifetime(delegate) {}
  }

  @Test("D28: attributes a popover that closes by itself to the user")
  func popover() {
    for who in ["user", "code", "presented", "scheduler"] {
      let popover = DeviceController("Popover")
      let world = HeadlessWorld(.manual, root: DeviceController("Home"))
      let home = world.window.rootViewController
      popover.modalPresentationStyle = .popover
      home?.present(popover, animated: true)
      world.platform.completeAllTransitions()
      _ = world.takeChanges()
      switch who {
      case "user": #expect(popover.userDidTapOutside())
      case "code": home?.dismiss(animated: true)
      case "presented": popover.dismiss(animated: true)
      default:
        if let home { world.context.request(.dismiss, on: home, cause: .init(.framework("F"))) }
      }
      world.platform.completeAllTransitions()
      let expected: NavigationCause.Kind =
        who == "user" ? .user : who == "scheduler" ? .framework("F") : .code
      #expect(world.changes.map(\.cause.kind) == [expected], "\(who)")
      #expect(popover.lifecycle.departureCause?.kind == expected, "\(who)")
    }
  }

  @Test("Attributes the end of an alert to the user, unless the scheduler closes it")
  func alert() {
    for who in ["user", "call", "scheduler"] {
      let alert = DeviceAlert(title: "Sure?", message: nil, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "Yes", style: .default))
      alert.listen()
      let home = DeviceController("Home")
      let world = HeadlessWorld(.manual, root: home)
      home.present(alert, animated: true)
      world.platform.completeAllTransitions()
      _ = world.takeChanges()
      switch who {
      case "user": #expect(alert.userDidTap("Yes"))
      case "call": home.dismiss(animated: true)
      default: world.context.request(.dismiss, on: home)
      }
      world.platform.completeAllTransitions()
      #expect(world.changes.map(\.cause.kind) == [who == "scheduler" ? .code : .user], "\(who)")
    }
  }
}

/// A delegate of the app's.
@MainActor
private final class PresentationDelegate: UIAdaptivePresentationControllerDelegate {
  private(set) var calls: [String] = []
  var allows = true
  var onDidDismiss: () -> Void = {}

  func presentationControllerShouldDismiss(_ controller: UIPresentationController) -> Bool {
    calls.append("should")
    return allows
  }

  func presentationControllerWillDismiss(_ controller: UIPresentationController) {
    calls.append("will")
  }

  func presentationControllerDidDismiss(_ controller: UIPresentationController) {
    calls.append("did")
    onDidDismiss()
  }

  func presentationControllerDidAttemptToDismiss(_ controller: UIPresentationController) {
    calls.append("attempt")
  }
}

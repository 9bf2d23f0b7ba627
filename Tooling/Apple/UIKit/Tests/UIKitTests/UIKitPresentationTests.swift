import NavigationRuntime
import TestSupport
import Testing
import UIKit

/// Whoever presents and is presented here is heard as on a device: by wrapped methods alone.
@MainActor
@Suite("A presentation, as the adapter hears of it on a device")
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
    "D25: a pull-down that is cancelled changes nothing, and one that is finished is the user's")
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

  @Test("waits for what is left of a pull-down when the finger has let go, and not for the finger")
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

  @Test("is the code's if code presents while the user begins something and takes it back")
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

  @Test("D26: a pull-down that is refused is no transition, and the delegate hears the attempt")
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

  @Test("leaves the delegate to the app, which hears each call once, whenever it was set")
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

  @Test("finds the end of a presentation whose delegate presents again at once")
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

  @Test("D28: takes a popover that goes by itself for closed by the user, and by nobody else")
  func popover() {
    for who in ["user", "code", "presented", "lane"] {
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
        who == "user" ? .user : who == "lane" ? .framework("F") : .code
      #expect(world.changes.map(\.cause.kind) == [expected], "\(who)")
      #expect(popover.lifecycle.departureCause?.kind == expected, "\(who)")
    }
  }

  @Test("takes an alert that goes for closed by the user, unless the lane closes it")
  func alert() {
    for who in ["user", "call", "lane"] {
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
      #expect(world.changes.map(\.cause.kind) == [who == "lane" ? .code : .user], "\(who)")
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

import AsyncFlow
import Foundation
import NavigationRuntime
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("A UIKit alert")
struct UIKitAlertTests {
  private let modes = [HeadlessPlatform.TransitionMode.immediate, .manual]

  @Test("Is a modal that leaves the screens beneath visible, without callbacks")
  func modal() {
    let list = WatchedController("List")
    let home = stack("Home", list)
    let world = HeadlessWorld(root: home)
    list.callbacks = []
    var events: [PresentationEvent] = []
    let subscription = list.observePresentation { events.append($0) }
    let alert = alert("Sure?", "Yes")
    home.present(alert, animated: true)
    #expect(world.store.tree.modalChain.map(\.name) == ["Alert"])
    #expect(world.store.tree.modalChain.map(\.kind) == [.screen])
    #expect(alert.presentingViewController === home)
    #expect(world.store.tree.visibleLeaf.name == "Alert")
    #expect(alert.userDidTap("Yes"))
    #expect(world.store.tree.modalChain.isEmpty)
    #expect(list.callbacks.isEmpty)
    #expect(events == [.visible(true)])
    withExtendedLifetime(subscription) {}
  }

  @Test("Closes for the user when a button is tapped, and then calls the button's handler once")
  func handler() {
    for mode in modes {
      let home = screen("Home")
      let world = HeadlessWorld(mode, root: home)
      var wasPresentedThen: [Bool] = []
      let alert = alert("Sure?", "Yes", "No") { _ in
        wasPresentedThen.append(home.presentedViewController != nil)
      }
      home.present(alert, animated: true)
      world.platform.completeAllTransitions()
      alert.actions[1].isEnabled = false
      #expect(!alert.userDidTap("No"))
      #expect(alert.userDidTap("Yes"))
      #expect(wasPresentedThen.count == (mode == .manual ? 0 : 1))
      world.platform.completeAllTransitions()
      #expect(!alert.userDidTap("Yes"))
      #expect(wasPresentedThen == [false])
      #expect(world.changes.map(\.cause.kind) == [.code, .user])
      #expect(alert.lifecycle.departureCause?.kind == .user)
    }
  }

  @Test("Can be followed by a request, or a call of UIKit, in its handler")
  func navigationInHandler() {
    for mode in modes {
      for requests in [true, false] {
        let home = screen("Home")
        let world = HeadlessWorld(mode, root: home)
        let next = screen("Next")
        var request: ScheduledTransition?
        let alert = alert("Sure?", "Yes") { [context = world.context] _ in
          if requests {
            request = context.request(.present(next), on: home)
          } else {
            home.present(next, animated: true)
          }
        }
        world.context.request(.present(alert), on: home)
        world.platform.completeAllTransitions()
        #expect(alert.userDidTap("Yes"))
        world.platform.completeAllTransitions()
        #expect(request?.outcome == (requests ? .performed : nil))
        #expect(world.store.tree.modalChain.map(\.name) == ["Next"])
        #expect(world.refusals.isEmpty)
        #expect(world.context.activity.isIdle)
      }
    }
  }

  @Test("D24: a request waits for the dismissal that the handler begins; UIKit's call does not")
  func dismissalInProgress() {
    let home = screen("Home")
    let world = HeadlessWorld(.manual, root: home)
    let sheet = screen("Sheet")
    let (wanted, lost) = (screen("Wanted"), screen("Lost"))
    var request: ScheduledTransition?
    let alert = alert("Close the sheet?", "Yes") { [context = world.context] _ in
      home.dismiss(animated: true)
      request = context.request(.present(wanted), on: home)
      home.present(lost, animated: true)
    }
    home.present(sheet, animated: true)
    world.platform.completeAllTransitions()
    sheet.present(alert, animated: true)
    world.platform.completeAllTransitions()
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet", "Alert"])
    #expect(alert.userDidTap("Yes"))
    world.platform.completeAllTransitions()
    #expect(world.refusals.map(\.code) == [.transitionRunning])
    #expect(request?.outcome == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Wanted"])
  }

  @Test("Appears during a request's transition, and the scheduler waits for it")
  func foreign() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let first = world.context.request(.push(screen("Detail")), on: home)
    let alert = alert("No connection", "OK")
    home.present(alert, animated: true)
    let second = world.context.request(.push(screen("More")), on: home)
    world.platform.completeTransition()
    #expect(second.outcome == nil)
    world.platform.completeAllTransitions()
    #expect([first.outcome, second.outcome] == [.performed, .performed])
    let third = world.context.request(.present(screen("Sheet")), on: home)
    guard case .refused(let refusal) = third.outcome else {
      Issue.record("It was \(String(describing: third.outcome)).")
      return
    }
    #expect(refusal.code == .alreadyPresenting)
    #expect(alert.userDidTap("OK"))
    world.platform.completeAllTransitions()
    #expect(world.store.tree.modalChain.isEmpty)
    #expect(world.store.tree.visibleLeaf.name == "More")
  }

  @Test("D28: an action sheet in a popover closes by a tap outside, with the delegate's calls")
  func actionSheet() {
    for mode in modes {
      let home = screen("Home")
      let world = HeadlessWorld(mode, root: home)
      let log = PresentationLog()
      let sheet = UIAlertController(title: "Photo", message: nil, preferredStyle: .actionSheet)
      sheet.modalPresentationStyle = .popover
      for (title, style) in [("Delete", UIAlertAction.Style.destructive), ("Keep", .cancel)] {
        sheet.addAction(UIAlertAction(title: title, style: style) { _ in log.calls.append(title) })
      }
      sheet.presentationController?.delegate = log
      world.context.request(.present(sheet), on: home)
      world.platform.completeAllTransitions()
      #expect(world.store.tree.modalChain.map(\.name) == ["Alert"])
      #expect(sheet.userDidTapOutside())
      world.platform.completeAllTransitions()
      #expect(log.calls == ["will", "did", "Keep"])
      #expect(world.store.tree.modalChain.isEmpty)
      #expect(world.changes.map(\.cause.kind) == [.code, .user])
    }
  }

  @Test(
    "Leaves for code if code dismisses a sheet beneath it, and for the user if a button is tapped",
    arguments: [true, false])
  func overSheet(endsLate: Bool) async {
    for animated in [true, false] {
      let (home, sheet) = (screen("Home"), stack("Sheet", screen("Form")))
      let world = HeadlessWorld(endsLate: endsLate, root: home)
      home.present(sheet, animated: false)
      await takeTurns()
      let alert = alert("Sure?", "Yes")
      sheet.viewControllers[0].present(alert, animated: false)
      await takeTurns()
      #expect(world.store.tree.modalChain.map(\.name) == ["Sheet", "Alert"])
      _ = world.takeChanges()
      home.dismiss(animated: animated)
      await takeTurns()
      #expect(world.store.tree.modalChain.isEmpty)
      #expect(world.changes.allSatisfy { $0.cause.kind == .code }, "\(world.changes)")
      for controller in [sheet, alert] {
        #expect(controller.lifecycle.departureCause?.kind == .code)
      }

      home.present(sheet, animated: false)
      await takeTurns()
      sheet.present(alert, animated: false)
      await takeTurns()
      #expect(alert.userDidTap("Yes"))
      await takeTurns()
      #expect(alert.lifecycle.departureCause?.kind == .user)
      #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    }
  }

  @Test("Leaves for the cause of the dismissal beneath it, with each screen in between")
  func overSheets() async {
    for cause in [NavigationCause.user, .code] {
      let (home, first, second) = (screen("Home"), screen("First"), screen("Second"))
      let world = HeadlessWorld(endsLate: true, root: home)
      let third = screen("Third")
      for (presenter, presented) in [(home, first), (first, second), (second, third)] {
        presenter.present(presented, animated: false)
        await takeTurns()
      }
      _ = world.takeChanges()
      if cause.kind == .code {
        home.dismiss(animated: true)
      } else {
        let request = world.context.request(.dismiss, on: home, cause: cause)
        #expect(await request.value() == .performed)
      }
      await takeTurns()
      #expect(world.changes.map(\.cause.kind) == [cause.kind])
      for controller in [first, second, third] {
        #expect(controller.lifecycle.departureCause?.kind == cause.kind)
      }
    }
  }

  @Test("Passes on the text of its fields, and is released")
  func textFields() throws {
    let home = screen("Home")
    let world = HeadlessWorld(root: home)
    weak var weakAlert: UIAlertController?
    var typed: [String?] = []
    do {
      let alert = UIAlertController(title: "Name", message: "Yours", preferredStyle: .alert)
      weakAlert = alert
      alert.addTextField { $0.placeholder = "First name" }
      alert.addAction(
        UIAlertAction(title: "OK", style: .default) { [weak alert] _ in
          typed.append(alert?.textFields?.first?.text)
        })
      alert.preferredAction = alert.actions.first
      home.present(alert, animated: true)
    }
    try world.window.userDidType("Ada", into: "First name")
    try world.window.userDidTap("OK")
    #expect(typed == ["Ada"])
    #expect(weakAlert == nil)
    #expect(world.refusals.isEmpty)
  }
}

/// Makes an alert with one handler for all buttons.
@MainActor
func alert(
  _ title: String, _ buttons: String..., handler: @escaping (UIAlertAction) -> Void = { _ in }
) -> UIAlertController {
  let alert = UIAlertController(title: title, message: nil, preferredStyle: .alert)
  for button in buttons {
    alert.addAction(UIAlertAction(title: button, style: .default, handler: handler))
  }
  return alert
}

/// Records its callbacks.
private final class WatchedController: UIViewController {
  var callbacks: [String] = []

  init(_ name: String) {
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = name
  }

  required init?(coder: NSCoder) { nil }

  override func viewWillAppear(_ animated: Bool) { callbacks.append("willAppear") }
  override func viewDidAppear(_ animated: Bool) { callbacks.append("didAppear") }
  override func viewWillDisappear(_ animated: Bool) { callbacks.append("willDisappear") }
  override func viewDidDisappear(_ animated: Bool) { callbacks.append("didDisappear") }
}

/// A delegate of the app's.
@MainActor
private final class PresentationLog: UIAdaptivePresentationControllerDelegate {
  var calls: [String] = []

  func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
    calls.append("will")
  }

  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
    calls.append("did")
  }
}

@MainActor
@Suite("An AsyncFlow flow and a UIKit alert")
struct UIKitAlertFlowTests {
  private let home = stack("Home", screen("List"))
  private let flow: ScriptedFlow
  private let headless: HeadlessWorld
  private let world: CoordinatorWorld

  init() {
    flow = ScriptedFlow(root: home)
    headless = HeadlessWorld(root: home)
    world = CoordinatorWorld(context: headless.context)
  }

  /// Starts the flow, whose first step presents an alert with a stepper.
  private func askInFlow(
    _ alert: UIAlertController, _ stepper: TestStepper, allowStepWhenDismissed: Bool
  ) async {
    flow.onNavigate = { [home] step in
      switch step {
      case .start:
        home.present(alert, animated: true)
        return .one(
          flowContributor: .contribute(
            withNextPresentable: alert, withNextStepper: stepper,
            allowStepWhenDismissed: allowStepWhenDismissed))
      case .push(let name):
        home.pushViewController(screen(name), animated: true)
      default: break
      }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
  }

  @Test("A step from a button's handler follows the alert's end, and must be allowed after it")
  func contributed() async {
    for isWelcome in [true, false] {
      let test = Self()
      let stepper = TestStepper()
      let question = alert("Delete?", "Delete") { _ in stepper.send(.push("Deleted")) }
      await test.askInFlow(question, stepper, allowStepWhenDismissed: isWelcome)
      #expect(test.headless.store.tree.modalChain.map(\.name) == ["Alert"])
      #expect(question.userDidTap("Delete"))
      await test.world.coordinator.settled()
      #expect(test.headless.store.tree.modalChain.isEmpty)
      if isWelcome {
        #expect(test.flow.handled == [.start, .push("Deleted")])
        #expect(test.headless.store.tree.visibleLeaf.name == "Deleted")
        #expect(test.world.notHandled.isEmpty)
      } else {
        #expect(test.flow.handled == [.start])
        #expect(test.world.notHandled.count == 1)
        #expect(test.world.notHandled.first?.contains("has left the tree") == true)
      }
      #expect(test.headless.refusals.isEmpty)
    }
  }

  @Test("A flow with an alert as its root ends by the user's tap, and the parent is notified")
  func root() async {
    weak var weakAlert: UIAlertController?
    do {
      let question = alert("Sure?", "Yes")
      weakAlert = question
      let child = ScriptedFlow(root: question)
      flow.onNavigate = { [home, weak child] step in
        guard step == .start, let child else { return .none }
        home.present(question, animated: true)
        return .one(
          .contribute(presentable: child, stepper: TestStepper())
            .onDismissal(forwardToParent: TestStep.number(1)))
      }
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      withExtendedLifetime(child) {}
      #expect(question.userDidTap("Yes"))
    }
    flow.onNavigate = nil
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(1)])
    #expect(world.log.contains("ended: ScriptedFlow, dismissedByUser"))
    #expect(weakAlert == nil)
  }

  @Test("A step held for a hidden screen outlasts a foreign alert")
  func heldMeanwhile() async {
    let hidden = TestStepper()
    let shown = TestStepper()
    let (first, second) = (screen("First"), screen("Second"))
    flow.onNavigate = { [home] step in
      switch step {
      case .start:
        home.pushViewController(first, animated: true)
        home.pushViewController(second, animated: true)
        return .multiple(
          .contribute(presentable: first, stepper: hidden),
          .contribute(presentable: second, stepper: shown))
      case .push(let name):
        home.pushViewController(screen(name), animated: true)
      default: break
      }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    hidden.send(.number(1))
    await world.coordinator.settled()
    #expect(flow.handled == [.start])

    // Code apart from the flows presents a question over the visible screen.
    let question = alert("Discard?", "Discard") { [home] _ in
      home.popViewController(animated: true)
    }
    second.present(question, animated: true)
    shown.send(.number(2))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(2)])
    #expect(headless.store.tree.modalChain.map(\.name) == ["Alert"])

    #expect(question.userDidTap("Discard"))
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .number(2), .number(1)])
    #expect(headless.store.tree.visibleLeaf.name == "First")
    #expect(world.notHandled.isEmpty)
    #expect(headless.refusals.isEmpty)
  }

  @Test("A step handled while the alert closes navigates after it")
  func duringDismissal() async {
    let stepper = TestStepper()
    flow.onNavigate = { [home] step in
      switch step {
      case .start:
        return .one(
          .contribute(presentable: home.viewControllers[0], stepper: stepper))
      case .push(let name):
        home.present(screen(name), animated: true)
      default: break
      }
      return .none
    }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    let question = alert("Sure?", "Yes")
    home.present(question, animated: true)
    headless.platform.transitionMode = .manual
    #expect(question.userDidTap("Yes"))
    stepper.send(.push("Next"))
    await letOthersRun()
    #expect(flow.handled == [.start])
    headless.platform.completeAllTransitions()
    headless.platform.transitionMode = .immediate
    await world.coordinator.settled()
    #expect(flow.handled == [.start, .push("Next")])
    #expect(headless.store.tree.modalChain.map(\.name) == ["Next"])
    #expect(headless.refusals.isEmpty)
  }
}

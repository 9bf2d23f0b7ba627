import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

/// A handler that has waited may change the screen during a transition that another one has begun.
///
/// UIKit and AppKit report some of these changes by callbacks after the call, which name the handler
/// that has begun last.
@MainActor
@Suite("Changes of several steps that are read at once")
struct SeveralChangesTests {
  /// A list whose flow shows things after a wait, and a note in another tab whose flow does, too.
  @MainActor
  final class Shop {
    let list = screen("List")
    let home: HeadlessNavigationController
    let notes = stack("Notes", screen("Empty"))
    let headless: HeadlessWorld
    let world: CoordinatorWorld
    let flow: ScriptedFlow
    let other: ScriptedFlow
    let taps = TestStepper()
    let otherTaps = TestStepper()
    let gate = Gate()
    let otherGate = Gate()
    var style = HeadlessModalPresentationStyle.automatic

    init(otherTabIsFirst: Bool) async {
      home = stack("Home", list)
      let bar = otherTabIsFirst ? tabs("Tabs", notes, home) : tabs("Tabs", home, notes)
      bar.selectedIndex = otherTabIsFirst ? 1 : 0
      headless = HeadlessWorld(root: bar)
      world = CoordinatorWorld(context: headless.context)
      flow = ScriptedFlow(root: home)
      other = ScriptedFlow(root: notes)
      other.onNavigate = { [notes, otherGate] step in
        guard case .number = step else { return .none }
        await otherGate.wait()
        notes.pushViewController(screen("Note"), animated: false)
        return .none
      }
      flow.onNavigate = { [unowned self] step in
        switch step {
        case .start: return .one(.contribute(presentable: list, stepper: taps))
        case .child(let name):
          await gate.wait()
          let modal = stack(name, screen(name))
          modal.modalPresentationStyle = style
          home.present(modal, animated: true)
          return .none
        case .push(let name):
          await gate.wait()
          home.pushViewController(screen(name), animated: true)
          return .none
        default: return .none
        }
      }
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
      world.coordinator.coordinate(flow: other, with: otherTaps)
      await world.coordinator.settled()
      headless.platform.transitionMode = .manual
    }

    /// Sends two taps, and a step to the other flow, which changes the screen during the transition
    /// of the first tap.
    func tapTwice(_ first: TestStep, _ second: TestStep) async {
      taps.send(first)
      await gate.someone()
      taps.send(second)
      otherTaps.send(.number(9))
      await otherGate.someone()
      gate.open()
      for _ in 0..<5 { await letOthersRun() }
      #expect(headless.store.isTransitioning)
      otherGate.open()
      for _ in 0..<5 { await letOthersRun() }
      #expect(notes.viewControllers.count == 2)
      await world.settle(endingTransitionsOf: headless)
    }

    func refusal(of step: String, by other: String) -> String {
      "\(step): \(StepOutcome.refused(.covered(by: "ScriptedFlow → \(other)")))"
    }
  }

  @Test(
    "A modal refuses the steps after its own", arguments: [false, true],
    [HeadlessModalPresentationStyle.automatic, .fullScreen])
  func modal(otherTabIsFirst: Bool, style: HeadlessModalPresentationStyle) async {
    let shop = await Shop(otherTabIsFirst: otherTabIsFirst)
    shop.style = style
    await shop.tapTwice(.child("A"), .child("B"))
    #expect(shop.flow.handled == [.start, .child("A")])
    #expect(
      shop.world.notHandled == [shop.refusal(of: "child(\"B\")", by: "child(\"A\")")])
    #expect(shop.headless.refusals == [])
  }

  @Test("A covered screen names the step that has covered it", arguments: [false, true])
  func covered(otherTabIsFirst: Bool) async {
    let shop = await Shop(otherTabIsFirst: otherTabIsFirst)
    await shop.tapTwice(.push("A"), .push("B"))
    #expect(shop.flow.handled == [.start, .push("A")])
    #expect(shop.world.notHandled == [shop.refusal(of: "push(\"B\")", by: "push(\"A\")")])
  }

  @Test("Each change names the step in whose handler it was made", arguments: [false, true])
  func causes(otherTabIsFirst: Bool) async {
    let shop = await Shop(otherTabIsFirst: otherTabIsFirst)
    let before = shop.headless.changes.count
    await shop.tapTwice(.push("A"), .number(1))
    let causes = shop.headless.changes.dropFirst(before).map { "\($0.cause)" }
    #expect(
      causes.sorted() == [
        "AsyncFlow: ScriptedFlow → number(9)", "AsyncFlow: ScriptedFlow → push(\"A\")",
      ])
  }

  @Test("A push names its own step if the handler of an earlier one ends in the same turn")
  func endOfEarlierHandler() async {
    let shop = await Shop(otherTabIsFirst: false)
    shop.flow.onNavigate = { [gate = shop.gate] _ in
      await gate.wait()
      return .none
    }
    shop.other.onNavigate = { [home = shop.home, gate = shop.gate, otherGate = shop.otherGate] _ in
      // First, so that the other handler continues before the turn ends, in which the push is found.
      gate.open()
      home.pushViewController(screen("Note"), animated: false)
      await otherGate.wait()
      return .none
    }
    let before = shop.headless.changes.count
    shop.taps.send(.number(1))
    await shop.gate.someone()
    shop.otherTaps.send(.number(9))
    await shop.otherGate.someone()
    for _ in 0..<5 { await letOthersRun() }
    shop.headless.platform.completeAllTransitions()
    shop.otherGate.open()
    await shop.world.settle(endingTransitionsOf: shop.headless)
    let causes = shop.headless.changes.dropFirst(before).map { "\($0.cause)" }
    #expect(causes == ["AsyncFlow: ScriptedFlow → number(9)"])
  }
}

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Steps of screens over which a sheet appears after the emission")
struct SheetStepTests {
  /// A list that presents child flows, `number` for steps that present nothing.
  @MainActor
  final class Shop {
    let list = screen("List")
    let home: HeadlessNavigationController
    let headless: HeadlessWorld
    let world: CoordinatorWorld
    let flow: ScriptedFlow
    let taps = TestStepper()
    var children: [WeakReference<ScriptedFlow>] = []
    private let isManual: Bool

    init(
      isManual: Bool = false, style: HeadlessModalPresentationStyle = .automatic,
      configure: @escaping (FlowContributor) -> FlowContributor = { $0 }
    ) async {
      self.isManual = isManual
      home = stack("Home", list)
      headless = HeadlessWorld(root: home)
      world = CoordinatorWorld(context: headless.context)
      flow = ScriptedFlow(root: home)
      flow.onNavigate = { [unowned self] step in
        switch step {
        case .start: return .one(configure(.contribute(presentable: list, stepper: taps)))
        case .child(let name):
          let root = stack(name, screen(name))
          root.modalPresentationStyle = style
          let child = ScriptedFlow(root: root)
          children.append(WeakReference(child))
          home.present(root, animated: true)
          return .one(.contribute(presentable: child, stepper: OneStepper(TestStep.start)))
        default: return .none
        }
      }
      world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      headless.platform.transitionMode = isManual ? .manual : .immediate
    }

    func settle() async { await world.settle(endingTransitionsOf: isManual ? headless : nil) }
  }

  @Test(
    "Opens one sheet for two quick taps, and none after it", arguments: [false, true],
    [HeadlessModalPresentationStyle.automatic, .pageSheet, .fullScreen])
  func doubleTap(isManual: Bool, style: HeadlessModalPresentationStyle) async {
    let shop = await Shop(isManual: isManual, style: style)
    shop.taps.send(.child("A"))
    shop.taps.send(.child("B"))
    await shop.settle()
    #expect(shop.flow.handled == [.start, .child("A")])
    #expect(
      shop.world.notHandled == [
        "child(\"B\"): \(StepOutcome.refused(.covered(by: "ScriptedFlow → child(\"A\")")))"
      ])
    #expect(shop.headless.refusals == [])
    shop.home.dismiss(animated: true)
    await shop.settle()
    #expect(shop.children.allSatisfy { $0.object == nil })
    shop.taps.send(.child("C"))
    await shop.settle()
    #expect(shop.flow.handled.last == .child("C"))
  }

  @Test("Opens one sheet if the second tap comes during the animation, or in a slow adapt")
  func duringAnimation() async {
    for isSlow in [false, true] {
      let gate = Gate()
      let shop = await Shop(isManual: true)
      shop.flow.onAdapt = { step in
        if isSlow, step == .child("B") { await gate.wait() }
        return step
      }
      shop.taps.send(.child("A"))
      for _ in 0..<5 { await letOthersRun() }
      shop.taps.send(.child("B"))
      if isSlow {
        await gate.someone()
        for _ in 0..<12 {
          shop.headless.platform.completeAllTransitions()
          await letOthersRun()
        }
        gate.open()
      }
      await shop.settle()
      #expect(shop.flow.handled == [.start, .child("A")])
      #expect(shop.world.notHandled.count == 1)
    }
  }

  @Test("Handles the steps that the screen emits beneath the sheet")
  func beneath() async {
    let shop = await Shop()
    shop.taps.send(.child("A"))
    await shop.settle()
    shop.taps.send(.number(1))
    await shop.settle()
    #expect(shop.flow.handled.last == .number(1))
    #expect(shop.world.notHandled == [])
  }

  @Test("Handles both steps if the contribution holds covered steps, since the screen is visible")
  func hold() async {
    let shop = await Shop { $0.whenCovered(.hold) }
    shop.taps.send(.child("A"))
    shop.taps.send(.number(1))
    await shop.settle()
    #expect(shop.flow.handled == [.start, .child("A"), .number(1)])
  }

  @Test("Handles a step that was emitted before the app's own code presents a sheet")
  func otherCode() async {
    let gate = Gate()
    let shop = await Shop()
    shop.flow.onAdapt = { step in
      await gate.wait()
      return step
    }
    shop.taps.send(.number(1))
    shop.taps.send(.number(2))
    await gate.someone()
    shop.home.present(screen("Alert"), animated: true)
    gate.open()
    await shop.settle()
    #expect(shop.flow.handled == [.start, .number(1), .number(2)])
  }

  @Test("Opens one sheet if the taps are forwarded to the parent")
  func forwards() async {
    let shop = await Shop()
    let child = ScriptedFlow(root: shop.list)
    let taps = TestStepper()
    child.onNavigate = { step in
      switch step {
      case .start: .one(.contribute(presentable: shop.list, stepper: taps))
      // Both belong to one tap: the second one counts although the first opens the sheet.
      case .child:
        .multiple(.forwardToParent(step: step), .forwardToParent(step: TestStep.number(1)))
      default: .none
      }
    }
    let navigate = shop.flow.onNavigate
    shop.flow.onNavigate = { step in
      guard step == .push("List") else { return await navigate?(step) ?? .none }
      return .one(.contribute(presentable: child, stepper: OneStepper(.start)))
    }
    await shop.world.coordinator.navigate(to: TestStep.push("List"), in: shop.flow)
    await shop.settle()
    taps.send(.child("A"))
    taps.send(.child("B"))
    await shop.settle()
    #expect(shop.flow.handled == [.start, .push("List"), .child("A"), .number(1)])
    #expect(shop.headless.refusals == [])
    child.onNavigate = nil
  }
}

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

/// Removals by code, not by the user: a logout in the middle of a payment.
@MainActor
@Suite("Flows that code removes")
struct RemovalTests {
  /// A home with a sheet, whose flow runs while something else removes it.
  @MainActor
  final class Shop {
    let home = stack("Home", screen("List"))
    let sheet = stack("Sheet", screen("Inner"))
    let headless: HeadlessWorld
    let world: CoordinatorWorld
    let parent: ScriptedFlow
    let payment: ScriptedFlow
    let stepper = TestStepper()
    let begun = Gate()
    var log: [String] = []

    init() {
      headless = HeadlessWorld(root: home)
      world = CoordinatorWorld(context: headless.context)
      parent = ScriptedFlow(root: home)
      payment = ScriptedFlow(root: sheet)
      parent.onNavigate = { [unowned self] step in
        switch step {
        case .start:
          home.present(sheet, animated: false)
          return .one(.contribute(presentable: payment, stepper: stepper))
        case .stop:
          home.dismiss(animated: true)
          return .none
        default: return .none
        }
      }
    }

    func start(_ mode: HeadlessPlatform.TransitionMode = .immediate) async {
      world.coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      headless.platform.transitionMode = mode
    }

    /// Waits like a request that is cancelled with its task, at most 1,000 turns.
    func wait() async {
      begun.open()
      for _ in 0..<1_000 where !Task.isCancelled { await letOthersRun() }
      log.append(Task.isCancelled ? "cancelled" : "done")
    }
  }

  enum Remover: CaseIterable {
    case parent, code, root, scheduler, task
  }

  @Test("Cancels a handler when its flow is removed", arguments: Remover.allCases)
  func cancelled(remover: Remover) async {
    let shop = Shop()
    shop.payment.onNavigate = { [unowned shop] _ in
      await shop.wait()
      return .end(forwardToParentFlowWithStep: TestStep.number(1))
    }
    await shop.start()
    shop.stepper.send(.number(7))
    await shop.begun.wait()
    switch remover {
    case .parent: await shop.world.coordinator.navigate(to: TestStep.stop, in: shop.parent)
    case .code: shop.home.dismiss(animated: false)
    case .root: shop.headless.window.rootViewController = screen("Login")
    case .scheduler: await shop.headless.context.perform(.dismiss, on: shop.home)
    case .task: await Task { shop.home.dismiss(animated: false) }.value
    }
    await shop.world.coordinator.settled()
    #expect(shop.log == ["cancelled"])
    #expect(shop.world.log.contains("ended: ScriptedFlow, removed"))
    // Its answer still counts, as after the user's dismissal.
    #expect(shop.parent.handled.contains(.number(1)) == (remover != .root))
    shop.payment.onNavigate = nil
  }

  @Test("Cancels a handler beneath the removed flow, too")
  func beneath() async {
    let shop = Shop()
    let inner = ScriptedFlow()
    let stepper = TestStepper()
    inner.onNavigate = { [unowned shop] _ in
      await shop.wait()
      return .none
    }
    shop.payment.onNavigate = { _ in .one(.contribute(presentable: inner, stepper: stepper)) }
    await shop.start()
    shop.stepper.send(.number(7))
    await shop.world.coordinator.settled()
    stepper.send(.number(8))
    await shop.begun.wait()
    shop.home.dismiss(animated: false)
    await shop.world.coordinator.settled()
    #expect(shop.log == ["cancelled"])
    inner.onNavigate = nil
  }

  enum Way: CaseIterable {
    case call, animated, scheduler, transaction, nested, nestedScheduler
  }

  @Test(
    "A handler that removes its own flow continues, and its answer reaches the parent",
    arguments: Way.allCases)
  func ownFlow(way: Way) async {
    let shop = Shop()
    shop.payment.onNavigate = { [unowned shop] _ in
      switch way {
      case .call, .animated: shop.home.dismiss(animated: true)
      case .scheduler: await shop.headless.context.perform(.dismiss, on: shop.home)
      case .transaction:
        await shop.headless.store.scheduler.transaction("leave") {
          shop.home.dismiss(animated: false)
        }
      case .nested: await shop.world.coordinator.navigate(to: TestStep.stop, in: shop.parent)
      case .nestedScheduler:
        await shop.world.coordinator.navigate(to: TestStep.number(9), in: shop.parent)
      }
      for _ in 0..<20 { await letOthersRun() }
      shop.log.append(Task.isCancelled ? "cancelled" : "done")
      return .end(forwardToParentFlowWithStep: TestStep.number(1))
    }
    let onNavigate = shop.parent.onNavigate
    shop.parent.onNavigate = { [unowned shop] step in
      guard step == .number(9) else { return await onNavigate?(step) ?? .none }
      await shop.headless.context.perform(.dismiss, on: shop.home)
      return .none
    }
    await shop.start(way == .animated ? .manual : .immediate)
    shop.stepper.send(.number(7))
    if way == .animated {
      for _ in 0..<10 { await letOthersRun() }
      shop.headless.platform.completeAllTransitions()
    }
    await shop.world.coordinator.settled()
    #expect(shop.log == ["done"])
    #expect(shop.parent.handled.last == .number(1))
    #expect(shop.world.log.contains("ended: ScriptedFlow, finished"))
    shop.payment.onNavigate = nil
    shop.parent.onNavigate = nil
  }

  @Test("A handler that removes the flow above its own continues, and its sibling is cancelled")
  func flowAbove() async {
    let shop = Shop()
    let flows = [ScriptedFlow(), ScriptedFlow()]
    let steppers = [TestStepper(), TestStepper()]
    flows[0].onNavigate = { [unowned shop] _ in
      await shop.wait()
      return .none
    }
    flows[1].onNavigate = { [unowned shop] _ in
      shop.home.dismiss(animated: false)
      await letOthersRun()
      shop.log.append(Task.isCancelled ? "remover cancelled" : "remover done")
      return .none
    }
    shop.payment.onNavigate = { _ in
      .multiple(
        .contribute(presentable: flows[0], stepper: steppers[0]),
        .contribute(presentable: flows[1], stepper: steppers[1]))
    }
    await shop.start()
    shop.stepper.send(.number(7))
    await shop.world.coordinator.settled()
    steppers[0].send(.number(1))
    await shop.begun.wait()
    steppers[1].send(.number(2))
    await shop.world.coordinator.settled()
    #expect(Set(shop.log) == ["cancelled", "remover done"])
    for flow in flows { flow.onNavigate = nil }
  }

  @Test("A parent's handler that removes its child continues")
  func parentGoesOn() async {
    let shop = Shop()
    await shop.start()
    let onNavigate = shop.parent.onNavigate
    shop.parent.onNavigate = { [unowned shop] step in
      let answer = await onNavigate?(step) ?? .none
      await letOthersRun()
      shop.log.append(Task.isCancelled ? "cancelled" : "done")
      return answer
    }
    await shop.world.coordinator.navigate(to: TestStep.stop, in: shop.parent)
    #expect(shop.log == ["done"])
    shop.parent.onNavigate = nil
  }
}

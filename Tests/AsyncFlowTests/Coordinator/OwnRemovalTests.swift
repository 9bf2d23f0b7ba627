import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

/// Handlers that remove the screen of their own flow, or of one above, and then answer.
@MainActor
@Suite("Flows that remove their own screens")
struct OwnRemovalTests {
  enum Way: CaseIterable {
    case atOnce, animated, inItsTask, scheduled, inTransaction, byParent, byItsOtherHandler
  }

  enum Answer: CaseIterable {
    case finish, end, endWithOthers, none

    var contributors: FlowContributors {
      switch self {
      case .finish: .finish(42)
      case .end: .end(forwardToParentFlowWithStep: TestStep.forward(1))
      case .endWithOthers: .multiple(.forwardToParent(step: TestStep.forward(1)), .end)
      case .none: .none
      }
    }
  }

  /// A home with a sheet, whose flow is contributed or awaited.
  @MainActor
  final class Shop {
    let home = stack("Home", screen("List"))
    let sheet = stack("Sheet", screen("Inner"))
    let headless: HeadlessWorld
    let world: CoordinatorWorld
    let parent: ScriptedFlow
    let payment: ScriptedFlow
    let stepper = TestStepper()
    var result: FlowResult<Int>?

    var coordinator: FlowCoordinator { world.coordinator }

    init(isAwaited: Bool) {
      headless = HeadlessWorld(root: home)
      world = CoordinatorWorld(context: headless.context)
      parent = ScriptedFlow(root: home)
      payment = ScriptedFlow(root: sheet)
      parent.onNavigate = { [unowned self] step in
        switch step {
        case .start where isAwaited:
          home.present(sheet, animated: false)
          result = await coordinator.result(of: payment, with: stepper, as: Int.self)
        case .start:
          home.present(sheet, animated: false)
          return .one(
            .contribute(presentable: payment, stepper: stepper)
              .onDismissal(forwardToParent: TestStep.number(7)))
        case .stop: home.dismiss(animated: false)
        default: break
        }
        return .none
      }
    }

    func start() async {
      coordinator.coordinate(flow: parent, with: OneStepper(TestStep.start))
      await coordinator.settled()
    }

    func removeSheet(_ way: Way) async {
      switch way {
      case .atOnce: home.dismiss(animated: false)
      case .animated: home.dismiss(animated: true)
      case .inItsTask:
        home.dismiss(animated: false)
        for _ in 0..<20 { await letOthersRun() }
      case .scheduled: await headless.context.perform(.dismiss, on: home)
      case .inTransaction:
        await headless.store.scheduler.transaction("leave") { [home] in
          home.dismiss(animated: false)
        }
      case .byParent: await coordinator.navigate(to: TestStep.stop, in: parent)
      case .byItsOtherHandler: await coordinator.navigate(to: TestStep.stop, in: payment)
      }
    }

    /// Sends a step to the sheet's flow; with animations, its answer comes before their end.
    func pay(isAnimated: Bool) async {
      if isAnimated { headless.platform.transitionMode = .manual }
      stepper.send(.number(1))
      if isAnimated {
        for _ in 0..<20 { await letOthersRun() }
        await headless.endTransitions()
      }
      await coordinator.settled()
    }

    var ends: [String] { world.log.filter { $0.hasPrefix("ended") } }
    var received: [TestStep] { parent.handled.filter { $0 != .start && $0 != .stop } }

    func release() {
      parent.onNavigate = nil
      payment.onNavigate = nil
    }
  }

  @Test(
    "Its answer decides how it has ended, whether or not the removal is animated",
    arguments: Way.allCases, Answer.allCases)
  func answer(way: Way, answer: Answer) async {
    for isAwaited in [false, true] {
      let shop = Shop(isAwaited: isAwaited)
      shop.payment.onNavigate = { [unowned shop] step in
        guard step != .stop else {
          shop.home.dismiss(animated: false)
          return .none
        }
        await shop.removeSheet(way)
        return answer.contributors
      }
      await shop.start()
      await shop.pay(isAnimated: way == .animated)
      let steps: [TestStep] =
        switch answer {
        case .finish: []
        case .end, .endWithOthers: [.forward(1)]
        case .none: isAwaited ? [] : [.number(7)]
        }
      #expect(shop.received == steps, "awaited: \(isAwaited)")
      #expect(
        shop.ends == ["ended: ScriptedFlow, \(answer == .none ? "removed" : "finished")"],
        "awaited: \(isAwaited)")
      #expect(shop.result == (isAwaited ? answer == .finish ? .value(42) : .cancelled : nil))
      #expect(shop.world.issueCodes == [])
      #expect(shop.headless.issues.isEmpty)
      shop.release()
    }
  }

  @Test("Its end is decided when its handler returns, and takes the steps that wait at once")
  func decidedAtReturn() async {
    let shop = Shop(isAwaited: false)
    let gate = Gate()
    shop.payment.onNavigate = { [unowned shop] _ in
      shop.home.dismiss(animated: false)
      await gate.wait()
      return .none
    }
    await shop.start()
    shop.stepper.send(.number(1))
    shop.stepper.send(.number(2))
    await gate.someone()
    #expect(shop.ends == [] && shop.received == [])
    #expect(
      await shop.coordinator.navigate(to: TestStep.start, in: shop.payment).outcome
        == .refused(.notCoordinated))
    gate.open()
    await shop.coordinator.settled()
    #expect(shop.ends == ["ended: ScriptedFlow, removed"])
    #expect(shop.received == [.number(7)])
    #expect(shop.world.notHandled.first == "number(2): \(StepOutcome.refused(.flowEnded))")
    shop.release()
  }

  @Test(
    "A flow on its parent's stack that pops its first screen and ends has ended by itself",
    arguments: [false, true])
  func borrowedStack(isAnimated: Bool) async {
    let shop = Shop(isAwaited: false)
    let flow = ScriptedFlow(root: shop.home)
    flow.onNavigate = { [unowned shop] step in
      guard step != .end else {
        shop.home.popViewController(animated: isAnimated)
        return .end(forwardToParentFlowWithStep: TestStep.forward(1))
      }
      let page = screen("Page")
      shop.home.pushViewController(page, animated: false)
      return .one(.contribute(presentable: page, stepper: shop.stepper))
    }
    shop.parent.onNavigate = { step in
      guard step == .start else { return .none }
      return .one(
        .contribute(presentable: flow, stepper: OneStepper(.start))
          .onDismissal(forwardToParent: TestStep.number(7)))
    }
    await shop.start()
    if isAnimated { shop.headless.platform.transitionMode = .manual }
    shop.stepper.send(.end)
    if isAnimated {
      for _ in 0..<20 { await letOthersRun() }
      await shop.headless.endTransitions()
    }
    await shop.coordinator.settled()
    #expect(shop.received == [.forward(1)])
    #expect(shop.ends == ["ended: ScriptedFlow, finished"])
    shop.release()
    flow.onNavigate = nil
  }

  @Test("The first end that one of several handlers answers counts", arguments: [false, true])
  func severalHandlers(innerEnds: Bool) async {
    let shop = Shop(isAwaited: true)
    shop.payment.onNavigate = { [unowned shop] step in
      if step == .number(2) {
        shop.home.dismiss(animated: false)
        return innerEnds ? .finish(2) : .none
      }
      await shop.coordinator.navigate(to: TestStep.number(2), in: shop.payment)
      return .finish(1)
    }
    await shop.start()
    await shop.pay(isAnimated: false)
    #expect(shop.result == .value(innerEnds ? 2 : 1))
    #expect(shop.ends == ["ended: ScriptedFlow, finished"])
    shop.release()
  }

  @Test(
    "A flow's handler that awaits a child, which removes the flow's screen, still decides",
    arguments: [false, true], [false, true])
  func awaitedChild(isAnimated: Bool, childEnds: Bool) async {
    let shop = Shop(isAwaited: true)
    let child = ScriptedFlow(root: screen("Card"))
    let stepper = TestStepper()
    shop.payment.onNavigate = { [unowned shop] _ in
      guard let card = child.root as? HeadlessViewController else { return .none }
      shop.sheet.pushViewController(card, animated: false)
      let result = await shop.coordinator.result(of: child, with: stepper, as: Int.self)
      guard case .value(let value) = result else { return .none }
      return .finish(value + 1)
    }
    child.onNavigate = { [unowned shop] _ in
      shop.home.dismiss(animated: isAnimated)
      return childEnds ? .finish(41) : .none
    }
    await shop.start()
    await shop.pay(isAnimated: false)
    if isAnimated { shop.headless.platform.transitionMode = .manual }
    stepper.send(.number(2))
    if isAnimated {
      for _ in 0..<20 { await letOthersRun() }
      await shop.headless.endTransitions()
    }
    await shop.coordinator.settled()
    #expect(shop.result == (childEnds ? .value(42) : .cancelled))
    let reason = childEnds ? "finished" : "removed"
    #expect(shop.ends == Array(repeating: "ended: ScriptedFlow, \(reason)", count: 2))
    shop.release()
    child.onNavigate = nil
  }

  @Test("The same if another flow's handler has called the child's", arguments: [false, true])
  func calledFromOutside(byOther: Bool) async {
    let shop = Shop(isAwaited: true)
    let child = ScriptedFlow(root: screen("Card"))
    let inner = ScriptedFlow()
    let stepper = TestStepper()
    var wasCancelled: Bool?
    shop.payment.onNavigate = { [unowned shop] _ in
      guard let card = child.root as? HeadlessViewController else { return .none }
      shop.sheet.pushViewController(card, animated: false)
      let result = await shop.coordinator.result(
        of: child, with: OneStepper(TestStep.start), as: Int.self)
      wasCancelled = Task.isCancelled
      guard case .value(let value) = result else { return .none }
      return .finish(value + 1)
    }
    child.onNavigate = { [unowned shop] step in
      if step == .start { return .one(.contribute(presentable: inner, stepper: stepper)) }
      shop.home.dismiss(animated: false)
      return .finish(41)
    }
    inner.onNavigate = { [unowned shop] _ in
      await shop.coordinator.navigate(to: TestStep.number(5), in: child)
      return .none
    }
    await shop.start()
    await shop.pay(isAnimated: false)
    if byOther {
      stepper.send(.number(2))
    } else {
      shop.coordinator.send(TestStep.number(5), to: child)
    }
    await shop.coordinator.settled()
    #expect(shop.result == .value(42))
    #expect(wasCancelled == false)
    #expect(shop.ends.filter { $0.hasSuffix("finished") }.count == 2)
    shop.release()
    child.onNavigate = nil
    inner.onNavigate = nil
  }

  @Test("A child without a screen that removes its parent's still finishes with its value")
  func childWithoutScreen() async {
    let shop = Shop(isAwaited: false)
    let child = ScriptedFlow()
    let stepper = TestStepper()
    var result: FlowResult<Int>?
    shop.payment.onNavigate = { [unowned shop] _ in
      result = await shop.coordinator.result(of: child, with: stepper, as: Int.self)
      return .none
    }
    child.onNavigate = { [unowned shop] _ in
      shop.home.dismiss(animated: false)
      return .finish(42)
    }
    await shop.start()
    await shop.pay(isAnimated: false)
    stepper.send(.number(2))
    await shop.coordinator.settled()
    #expect(result == .value(42))
    #expect(
      shop.ends == ["ended: ScriptedFlow, finished", "ended: ScriptedFlow, removed"])
    #expect(shop.received == [.number(7)])
    shop.release()
    child.onNavigate = nil
  }

  @Test(
    "A cancelled wait for a flow counts its end as a removal, and cancels the handler that decides")
  func cancelledWait() async {
    let shop = Shop(isAwaited: false)
    let gate = Gate()
    var wasCancelled = false
    shop.payment.onNavigate = { [unowned shop] _ in
      shop.home.dismiss(animated: false)
      await gate.wait()
      wasCancelled = Task.isCancelled
      return .finish(42)
    }
    shop.home.present(shop.sheet, animated: false)
    let task = Task {
      await shop.coordinator.result(of: shop.payment, with: shop.stepper, as: Int.self)
    }
    await shop.coordinator.settled()
    shop.stepper.send(.number(1))
    await gate.someone()
    task.cancel()
    #expect(await task.value == .cancelled)
    gate.open()
    await shop.coordinator.settled()
    #expect(
      shop.world.log.suffix(4).filter { !$0.contains("→") }
        == ["ended: ScriptedFlow, removed", "completed"])
    #expect(shop.ends.count == 1)
    #expect(wasCancelled)
    shop.release()
  }

  @Test("A handler that closes the window of its flow decides", arguments: [false, true])
  func closedWindow(isReleased: Bool) async {
    let context = NavigationContext(clock: ManualNavigationClock())
    var window: HeadlessWindow? = HeadlessWindow(platform: HeadlessPlatform())
    let root = stack("Home", screen("List"))
    window?.rootViewController = root
    window?.makeKeyAndVisible()
    let world = CoordinatorWorld(context: context)
    let flow = ScriptedFlow(root: root)
    let stepper = TestStepper(TestStep.start)
    var wasCancelled: Bool?
    flow.onNavigate = { step in
      guard case .number(let number) = step else { return .none }
      if isReleased { window = nil } else { window?.rootViewController = nil }
      await letOthersRun()
      wasCancelled = Task.isCancelled
      return .finish(number)
    }
    let result = Task {
      await world.coordinator.result(of: flow, with: stepper, as: Int.self)
    }
    await context.settled()
    stepper.send(.number(7))
    #expect(await result.value == .value(7))
    #expect(wasCancelled == false)
    #expect(world.log.contains("ended: ScriptedFlow, finished"))
  }

  @Test("The user's dismissal counts although the flow's handler finishes later")
  func userLeaves() async {
    let shop = Shop(isAwaited: true)
    let gate = Gate()
    shop.payment.onNavigate = { _ in
      await gate.wait()
      return .finish(42)
    }
    await shop.start()
    shop.stepper.send(.number(1))
    await gate.someone()
    #expect(shop.sheet.userDidPullDown())
    #expect(shop.ends == ["ended: ScriptedFlow, dismissedByUser"])
    gate.open()
    await shop.coordinator.settled()
    #expect(shop.result == .userLeft)
    shop.release()
  }

  @Test("A stopped coordinator refuses the answer of the handler", arguments: [false, true])
  func stopped(ends: Bool) async {
    let shop = Shop(isAwaited: false)
    let gate = Gate()
    shop.payment.onNavigate = { [unowned shop] _ in
      shop.home.dismiss(animated: false)
      await gate.wait()
      return ends ? .end(forwardToParentFlowWithStep: TestStep.forward(1)) : .none
    }
    await shop.start()
    shop.stepper.send(.number(1))
    await gate.someone()
    shop.coordinator.stop()
    let ends = ["ended: ScriptedFlow, removed", "ended: ScriptedFlow, stopped"]
    #expect(shop.ends == ends)
    gate.open()
    await shop.coordinator.settled()
    #expect(shop.ends == ends)
    #expect(shop.world.log.last == "completed")
    #expect(shop.received == [])
    #expect(shop.world.issueCodes == [])
    shop.release()
  }

  enum Stopper: CaseIterable {
    case stop, rootReplaced, parentEnds, ownHandler
  }

  @Test(
    "A handler that waits after the removal is cancelled with the coordinator, or a flow above",
    arguments: Stopper.allCases, [false, true])
  func cancelled(stopper: Stopper, isAwaited: Bool) async throws {
    // A flow that awaits the other one does not end before it.
    guard stopper != .parentEnds || !isAwaited else { return }
    let shop = Shop(isAwaited: isAwaited)
    let onNavigate = shop.parent.onNavigate
    shop.parent.onNavigate = { step in
      step == .end ? .end : await onNavigate?(step) ?? .none
    }
    var waits: [Bool] = []
    shop.payment.onNavigate = { [unowned shop] _ in
      shop.home.dismiss(animated: false)
      if stopper == .ownHandler { shop.coordinator.stop() }
      let answer: Bool? = await shop.coordinator.waiting(for: "an answer") { _ in }
      waits.append(answer == nil)
      return .finish(42)
    }
    await shop.start()
    await shop.pay(isAnimated: false)
    switch stopper {
    case .stop: shop.coordinator.stop()
    case .rootReplaced: shop.headless.window.rootViewController = screen("Login")
    case .parentEnds: shop.coordinator.send(TestStep.end, to: shop.parent)
    case .ownHandler: break
    }
    #expect(try await shop.headless.context.settled(within: 2).map(\.description) == [])
    #expect(waits == [true])
    #expect(shop.ends.first == "ended: ScriptedFlow, removed")
    #expect(shop.ends.count == 2)
    #expect(shop.result == (isAwaited ? .cancelled : nil))
    #expect(shop.world.log.last == "completed")
    #expect(shop.world.issueCodes == [])
    shop.release()
  }

  @Test("A stop while a flow ends beneath the removed one leaves no end undecided")
  func stoppedWhileEnding() async throws {
    let shop = Shop(isAwaited: false)
    let child = ScriptedFlow()
    let subscription = shop.coordinator.onEvent { [unowned shop] event in
      if event.description.hasPrefix("ended") { shop.coordinator.stop() }
    }
    shop.payment.onNavigate = { [unowned shop] step in
      guard step == .number(1) else {
        return .one(.contribute(presentable: child, stepper: DefaultStepper()))
      }
      shop.home.dismiss(animated: false)
      let answer: Bool? = await shop.coordinator.waiting(for: "an answer") { _ in }
      return answer == nil ? .end : .none
    }
    await shop.start()
    shop.stepper.send(.number(0))
    await shop.pay(isAnimated: false)
    #expect(try await shop.headless.context.settled(within: 2).map(\.description) == [])
    #expect(shop.ends.count == 3)
    #expect(shop.world.log.last == "completed")
    #expect(shop.world.issueCodes == [])
    subscription.cancel()
    shop.release()
  }

  @Test("A handler that also removes a flow above still decides", arguments: [false, true])
  func removesBoth(byParent: Bool) async {
    let shop = Shop(isAwaited: true)
    let onNavigate = shop.parent.onNavigate
    shop.parent.onNavigate = { [unowned shop] step in
      guard step == .number(3) else { return await onNavigate?(step) ?? .none }
      shop.headless.window.rootViewController = screen("Login")
      return .none
    }
    shop.payment.onNavigate = { [unowned shop] _ in
      shop.home.dismiss(animated: false)
      if byParent {
        await shop.coordinator.navigate(to: TestStep.number(3), in: shop.parent)
      } else {
        shop.headless.window.rootViewController = screen("Login")
      }
      return .finish(42)
    }
    await shop.start()
    await shop.pay(isAnimated: false)
    #expect(shop.result == .value(42))
    #expect(
      shop.ends == ["ended: ScriptedFlow, finished", "ended: ScriptedFlow, removed"])
    #expect(shop.world.log.last == "completed")
    shop.release()
  }

  @Test("After the last root's removal its handler's steps and links are refused at once")
  func refusedWhileUndecided() async {
    let shop = Shop(isAwaited: false)
    var outcomes: [String] = []
    shop.payment.onNavigate = { [unowned shop] _ in
      shop.home.dismiss(animated: false)
      let receipt = await shop.coordinator.navigate(to: TestStep.number(2))
      outcomes.append("\(receipt.outcome)")
      outcomes.append("\(await shop.coordinator.follow(DeepLinkPlan(steps: [TestStep.number(2)])))")
      return .end
    }
    shop.home.present(shop.sheet, animated: false)
    shop.coordinator.coordinate(flow: shop.payment, with: shop.stepper)
    await shop.pay(isAnimated: false)
    #expect(outcomes == ["\(StepOutcome.refused(.stopped))", "\(DeepLinkOutcome.cancelled)"])
    #expect(shop.ends == ["ended: ScriptedFlow, finished"])
    shop.release()
  }

  @Test("An observer of the last root's end starts the next one", arguments: [false, true])
  func nextRoot(removesFirst: Bool) async {
    let shop = Shop(isAwaited: false)
    let next = ScriptedFlow()
    var subscription: Cancellation?
    subscription = shop.coordinator.onEvent { [unowned shop] event in
      guard event.description.hasPrefix("ended: ScriptedFlow") else { return }
      subscription = nil
      shop.coordinator.coordinate(flow: next, with: OneStepper(TestStep.start))
    }
    shop.payment.onNavigate = { [unowned shop] _ in
      if removesFirst { shop.home.dismiss(animated: false) }
      return .finish(1)
    }
    shop.home.present(shop.sheet, animated: false)
    shop.coordinator.coordinate(flow: shop.payment, with: shop.stepper)
    await shop.pay(isAnimated: false)
    #expect(next.handled == [.start])
    #expect(shop.world.issueCodes == [])
    #expect(!shop.world.log.contains("completed"))
    shop.release()
    withExtendedLifetime(subscription) {}
  }

  @Test("A flow whose end is undecided is released after its coordinator")
  func released() async {
    weak var flow: ScriptedFlow?
    let gate = Gate()
    do {
      let headless = HeadlessWorld(root: stack("Home", screen("List")))
      let payment = ScriptedFlow(root: stack("Sheet", screen("Inner")))
      let coordinator = FlowCoordinator(context: headless.context)
      flow = payment
      payment.onNavigate = { _ in
        headless.window.rootViewController?.dismiss(animated: false)
        await gate.wait()
        return .none
      }
      headless.window.rootViewController?.present(
        payment.root as! HeadlessViewController, animated: false)
      coordinator.coordinate(flow: payment, with: OneStepper(TestStep.start))
      await gate.someone()
      payment.onNavigate = nil
    }
    gate.open()
    for _ in 0..<20 { await letOthersRun() }
    #expect(flow == nil)
  }

  @Test("A wrapped flow's node ends with the reason of its answer", arguments: Answer.allCases)
  func wrapped(answer: Answer) async {
    let shop = Shop(isAwaited: false)
    shop.payment.onNavigate = { [unowned shop] _ in
      shop.home.dismiss(animated: false)
      return answer == .none ? .none : .finish(1)
    }
    let node = shop.coordinator.node(of: shop.payment, with: shop.stepper)
    var reasons: [NavigationEndReason] = []
    let subscription = node.onEnd { reasons.append($0) }
    shop.home.present(shop.sheet, animated: false)
    node.start(under: nil)
    await shop.coordinator.settled()
    await shop.pay(isAnimated: false)
    #expect(reasons == [answer == .none ? .removed : .finished])
    #expect(shop.world.log.suffix(1) == ["completed"])
    subscription.cancel()
    shop.release()
  }

  @Test("The end of the last root precedes the completion, also if its handler waits for the user")
  func waitingRoot() async {
    let shop = Shop(isAwaited: false)
    var answer: (@MainActor (Bool) -> Void)?
    shop.payment.onNavigate = { [unowned shop] _ in
      shop.home.dismiss(animated: false)
      _ = await shop.coordinator.waiting(for: "an answer") { answer = $0 }
      return .end
    }
    shop.home.present(shop.sheet, animated: false)
    shop.coordinator.coordinate(flow: shop.payment, with: shop.stepper)
    await shop.pay(isAnimated: false)
    #expect(shop.ends == [])
    answer?(true)
    await shop.coordinator.settled()
    #expect(shop.ends == ["ended: ScriptedFlow, finished"])
    #expect(shop.world.log.last == "completed")
    shop.release()
  }
}

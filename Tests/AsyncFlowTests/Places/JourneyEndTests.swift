import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Ends of a coordinator's journeys")
struct JourneyEndTests {
  typealias ShopStep = PlaceApp.ShopStep

  @Test("Names an entry that adapt stops without a detour, and shows the others")
  func filtered() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(2))
    var place = old.coordinator.place
    place.replaceEntries { flow, entry in
      flow == "ShopFlow" && entry.value.json.contains("list")
        ? .init(.init(json: "{\"secret\":{}}")) : entry
    }
    let new = PlaceApp()
    new.start()
    guard case .incomplete(let missing) = await new.coordinator.travel(to: place) else {
      Issue.record("complete")
      return
    }
    #expect(missing.map(\.reason) == [.notHandled("filtered by adapt")])
    #expect(new.world.store.tree.visibleLeaf.name == "Detail 2")
  }

  @Test("Names a tab that is not there, and a state that cannot be read")
  func unreadable() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1))
    var place = old.coordinator.place
    place.branches[0].entries[0].branches[0].selection = 7
    place.replaceEntries { _, entry in
      guard entry.branches.first?.flow == "NoteModel" else { return entry }
      return .init(entry.value, branches: [.init(flow: "NoteModel", state: .init(json: "[1"))])
    }
    let new = PlaceApp()
    new.start()
    guard case .incomplete(let missing) = await new.coordinator.travel(to: place) else {
      Issue.record("complete")
      return
    }
    #expect(missing.map(\.path.last) == ["NoteModel", "tab 7"])
    #expect(new.text == old.text)
  }

  @Test("Animates the last step alone, also if an equal one comes before it")
  func animation() async {
    let old = await PlaceApp().started().go(ShopStep.detail(1), ShopStep.detail(1))
    var place = old.coordinator.place
    place.branches[0].entries[0].branches[0].entries[0].branches.removeLast()
    let new = await PlaceApp().started()
    new.session.areAnimated = []
    #expect(await new.coordinator.travel(to: place) == .arrived)
    // The pages of the notes have branches without entries.
    #expect(new.session.areAnimated == [false, true])
  }

  @Test("Names a state for a flow that keeps none")
  func noState() async throws {
    let new = await PlaceApp().started()
    var place = new.coordinator.place
    place.branches[0].state = .init(json: "1")
    guard case .incomplete(let missing) = await new.coordinator.travel(to: place) else {
      Issue.record("complete")
      return
    }
    #expect(missing.map(\.description) == ["AppFlow: keeps no state"])
  }

  @Test("Names a tab and an entry of a screen, which has neither")
  func screenWithEntries() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1))
    var place = old.coordinator.place
    place.replaceEntries { _, entry in
      guard entry.branches.first?.flow == "NoteModel" else { return entry }
      var entry = entry
      entry.branches[0].selection = 1
      entry.branches[0].entries = [.init(.init(json: "1"))]
      return entry
    }
    let new = PlaceApp()
    new.start()
    guard case .incomplete(let missing) = await new.coordinator.travel(to: place) else {
      Issue.record("complete")
      return
    }
    #expect(missing.map(\.path.last) == ["tab 1", "1"])
    #expect(new.text == old.text)
  }

  @Test("Restores a sheet of a tab that is not selected at first")
  func hiddenSheet() async throws {
    let old = PlaceApp()
    old.start()
    await old.coordinator.settled()
    old.session.main?.tabs.selectedIndex = 1
    await old.go(PlaceApp.MoreStep.sheet)
    #expect(old.world.store.tree.visibleLeaf.name == "Sheet")
    let new = PlaceApp()
    new.start()
    #expect(await new.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(new.text == old.text)
  }

  @Test("Waits for the end of a swipe back")
  func gesture() async throws {
    let app = await PlaceApp().started().go(ShopStep.detail(1))
    let place = app.coordinator.place
    let stack = try #require(app.session.shop?.stack)
    let swipe = try #require(stack.userDidBeginEdgeSwipe())
    let journey = app.coordinator.startJourney(to: place)
    await letOthersRun()
    #expect(journey.outcome == nil)
    swipe.finish()
    #expect(await journey.value() == .arrived)
    #expect(app.coordinator.place == place)
  }

  @Test("A journey that waits is listed by settled(), and awaits nothing after the end")
  func waits() async throws {
    let old = await PlaceApp().started()
    let new = PlaceApp()
    new.session.isLoggedIn = false
    new.start()
    let place = old.coordinator.place
    let journey = new.coordinator.startJourney(to: place)
    #expect(journey.place == place)
    let waiting = await new.coordinator.settled()
    let awaited = try #require(journey.waitingFor)
    #expect(waiting.filter { $0.name == "a journey" }.map(\.waitingFor) == [awaited])
    #expect(!waiting.contains { $0.name == "a deep link" })
    await new.go(PlaceApp.LoginStep.done)
    #expect(await journey.value() == .arrived)
    #expect(journey.waitingFor == nil)
    let next = new.coordinator.startJourney(to: place)
    next.cancel()
    #expect(next.outcome == .cancelled)
    #expect(next.waitingFor == nil)
  }

  @Test("A cancelled caller of travel cancels the journey, and nothing comes up afterwards")
  func cancelledCaller() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1))
    let place = old.coordinator.place
    let new = PlaceApp()
    new.session.isLoggedIn = false
    new.start()
    let caller = Task { await new.coordinator.travel(to: place) }
    await new.coordinator.settled()
    caller.cancel()
    #expect(await caller.value == .cancelled)
    await new.go(PlaceApp.LoginStep.done)
    #expect(new.world.store.tree.visibleLeaf.name == "List")
    let made = new.session.made
    let late = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      return await new.coordinator.travel(to: place)
    }
    #expect(await late.value == .cancelled)
    #expect(await new.coordinator.settled().isEmpty)
    #expect(new.session.made == made)
  }

  @Test("A cancelled caller of value() does not cancel the journey")
  func cancelledWaiter() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1))
    let new = PlaceApp()
    new.session.isLoggedIn = false
    new.start()
    let journey = new.coordinator.startJourney(to: old.coordinator.place)
    let waiter = Task { await journey.value() }
    await new.coordinator.settled()
    waiter.cancel()
    await new.coordinator.settled()
    #expect(journey.outcome == nil)
    await new.go(PlaceApp.LoginStep.done)
    #expect(await waiter.value == .arrived)
    #expect(new.text == old.text)
  }

  enum SelfStep: Step, Codable, Equatable { case launch, page }

  /// Travels in its first handler.
  final class SelfishFlow: Flow {
    let stack = TestSupport.stack("Stack")
    let coordinator: FlowCoordinator
    var outcome: JourneyOutcome?
    var root: any Presentable { stack }
    init(_ coordinator: FlowCoordinator) { self.coordinator = coordinator }

    func navigate(to step: SelfStep) async -> FlowContributors {
      guard step == .launch else { return .none }
      let value = NavigationPlace.Value(json: "{\"page\":{}}")
      outcome = await coordinator.travel(
        to: NavigationPlace(branches: [.init(flow: "SelfishFlow", entries: [.init(value)])]))
      return .none
    }
  }

  @Test("Names the entries of a flow whose handler waits for the journey")
  func ownHandler() async throws {
    let world = HeadlessWorld()
    let coordinator = FlowCoordinator(context: world.context)
    let flow = SelfishFlow(coordinator)
    world.window.rootViewController = flow.stack
    coordinator.coordinate(flow: flow, with: OneStepper(.launch))
    #expect(await coordinator.settled().isEmpty)
    guard case .incomplete(let missing)? = flow.outcome else {
      Issue.record("\(String(describing: flow.outcome))")
      return
    }
    #expect(missing.count == 1)
  }

  enum WizardStep: Step, Codable, Equatable { case shop, wizard, first, confirm, leave }

  /// Starts its wizard again when that ends.
  final class WizardShop: Flow {
    let stack = TestSupport.stack("Shop")
    /// Whether a confirmed wizard ends with a further step.
    let endsLater: Bool
    var confirmations = 0
    var root: any Presentable { stack }
    init(endsLater: Bool) { self.endsLater = endsLater }

    func navigate(to step: WizardStep) async -> FlowContributors {
      guard step == .wizard else {
        let home = screen("Home")
        stack.pushViewController(home, animated: false)
        return .one(.contribute(presentable: home, stepper: DefaultStepper()))
      }
      let wizard = Wizard(endsLater: endsLater) { [weak self] in self?.confirmations += 1 }
      stack.present(wizard.stack, animated: false)
      return .one(.contribute(presentable: wizard, stepper: OneStepper(.first)))
    }
  }

  final class Wizard: Flow {
    let stack = TestSupport.stack("Wizard")
    let endsLater: Bool
    let confirm: @MainActor () -> Void
    var root: any Presentable { stack }
    private let stepper = DefaultStepper()

    init(endsLater: Bool, confirm: @escaping @MainActor () -> Void) {
      self.endsLater = endsLater
      self.confirm = confirm
    }

    func navigate(to step: WizardStep) async -> FlowContributors {
      switch step {
      case .confirm:
        confirm()
        guard endsLater else { return leave() }
        stepper.steps.send(WizardStep.leave)
        return .none
      case .leave: return leave()
      default:
        let first = screen("First")
        stack.pushViewController(first, animated: false)
        return .one(.contribute(presentable: first, stepper: stepper))
      }
    }

    private func leave() -> FlowContributors {
      stack.dismiss(animated: false)
      return .end(forwardToParentFlowWithStep: WizardStep.wizard)
    }
  }

  @Test(
    "Does not repeat a step that ends its flow, although another flow starts in its place",
    arguments: [false, true])
  func restartingFlow(endsLater: Bool) async throws {
    let world = HeadlessWorld()
    let coordinator = FlowCoordinator(context: world.context)
    let flow = WizardShop(endsLater: endsLater)
    world.window.rootViewController = flow.stack
    coordinator.coordinate(flow: flow, with: OneStepper(.shop))
    await coordinator.settled()
    let place = NavigationPlace(branches: [
      .init(
        flow: "WizardShop",
        entries: [
          try .init(encoding: WizardStep.shop),
          try .init(
            encoding: WizardStep.wizard,
            branches: [
              .init(
                flow: "Wizard",
                entries: [
                  try .init(encoding: WizardStep.first), try .init(encoding: WizardStep.confirm),
                ])
            ]),
        ])
    ])
    guard case .incomplete(let missing) = await coordinator.travel(to: place) else {
      Issue.record("complete")
      return
    }
    #expect(missing.map(\.path.last) == ["confirm"])
    #expect(missing.map(\.reason) == [.notHandled("its flow ends")])
    #expect(flow.confirmations == 1)
  }

  /// Never ready: it has no first step.
  final class IdleFlow: Flow {
    let stack = TestSupport.stack("Idle")
    var root: any Presentable { stack }
    func navigate(to step: SelfStep) async -> FlowContributors { .none }
  }

  @Test("Arrives at the current place although a flow is not ready")
  func notReady() async throws {
    let world = HeadlessWorld()
    let coordinator = FlowCoordinator(context: world.context)
    let flow = IdleFlow()
    world.window.rootViewController = flow.stack
    coordinator.coordinate(flow: flow, with: DefaultStepper())
    await coordinator.settled()
    #expect(await coordinator.travel(to: coordinator.place) == .arrived)
  }
}

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Places of a coordinator")
struct PlaceTests {
  typealias ShopStep = PlaceApp.ShopStep

  @Test("Lists the steps whose screens are there, with the flows that they started")
  func reading() async {
    let app = await PlaceApp().started().go(ShopStep.detail(1), ShopStep.cart)
    #expect(
      app.coordinator.place.description == """
        AppFlow
          {"main":{}}
            MainFlow, tab 0
              {"start":{}}
                ShopFlow
                  {"list":{}}
                  {"detail":{"_0":1}}
                    NoteModel, ""
                  {"cart":{}}
                    CartFlow
                      {"items":{}}
                MoreFlow
                  {"menu":{}}
        """)
    #expect(app.world.issues.isEmpty)
  }

  @Test("Lists a step, and the one that its handler forwarded, as two entries")
  func forwarding() async throws {
    let old = await PlaceApp().started().go(ShopStep.pair(1))
    let place = old.coordinator.place
    #expect(place.description.contains("{\"pair\":{\"_0\":1}}\n          {\"detail\":{\"_0\":1}}"))
    let new = await PlaceApp().started()
    #expect(await new.coordinator.travel(to: place) == .arrived)
    #expect(new.text == old.text)
    #expect(new.session.made == old.session.made)
  }

  /// Pushes a screen for each step, without a contribution.
  final class PushFlow: Flow {
    enum PageStep: Step, Codable { case page(Int) }
    let stack = HeadlessNavigationController(rootViewController: screen("Root"))
    var root: any Presentable { stack }

    func navigate(to step: PageStep) async -> FlowContributors {
      if case .page(let number) = step {
        stack.pushViewController(screen("page \(number)"), animated: false)
      }
      return .none
    }
  }

  @Test("Leaves out, and leaves on screen, what the flows of another coordinator show")
  func twoCoordinators() async {
    let tabs = HeadlessTabBarController()
    let world = HeadlessWorld(root: tabs)
    let flows = [PushFlow(), PushFlow()]
    let coordinators = flows.map { _ in FlowCoordinator(context: world.context) }
    tabs.viewControllers = flows.map(\.stack)
    for (coordinator, flow) in zip(coordinators, flows) {
      coordinator.coordinate(flow: flow, with: OneStepper(PushFlow.PageStep.page(0)))
    }
    await world.context.settled()
    let place = coordinators[0].place
    #expect(place.description == "PushFlow\n  {\"page\":{\"_0\":0}}")
    await coordinators[1].navigate(to: PushFlow.PageStep.page(1))
    #expect(coordinators[0].place == place)
    await coordinators[0].navigate(to: PushFlow.PageStep.page(2))
    #expect(await coordinators[0].travel(to: place) == .arrived)
    #expect(flows.map(\.stack.viewControllers.count) == [2, 3])
    #expect(world.issues.isEmpty)
  }

  @Test("Leaves out steps whose screens have left")
  func leaving() async {
    let app = await PlaceApp().started().go(ShopStep.detail(1), ShopStep.detail(2))
    let full = app.coordinator.place
    app.session.shop?.stack.userDidTapBack()
    await app.coordinator.settled()
    #expect(app.coordinator.place != full)
    await app.go(ShopStep.detail(2))
    #expect(app.coordinator.place == full)
  }

  @Test(
    "Restores a place in a new process",
    arguments: [
      [] as [any Step], [ShopStep.detail(1), ShopStep.detail(1)],
      [ShopStep.detail(1), ShopStep.cart, PlaceApp.CartStep.address],
      [ShopStep.cart, PlaceApp.CartStep.pay, PlaceApp.PaymentFlow.PayStep.card("a")],
      [PlaceApp.MoreStep.about, ShopStep.hint],
    ])
  func restoring(_ steps: [any Step]) async throws {
    let old = await PlaceApp().started()
    for step in steps { await old.go(step) }
    let data = try old.coordinator.place.data()
    let new = PlaceApp()
    new.start()
    let outcome = await new.coordinator.travel(to: try NavigationPlace(data: data))
    #expect(outcome == .arrived)
    #expect(new.text == old.text)
    #expect(new.coordinator.place == old.coordinator.place)
    #expect(new.world.issues.isEmpty)
  }

  @Test("Restores the selected tab")
  func tab() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1), PlaceApp.MoreStep.about)
    old.session.main?.tabs.selectedIndex = 1
    await old.coordinator.settled()
    let new = PlaceApp()
    new.start()
    #expect(await new.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(new.text == old.text)
    #expect(new.world.store.tree.visibleLeaf.name == "about")
  }

  @Test(
    "Restores the selected tab in a root that is the window or a container of the app",
    arguments: [false, true])
  func tabInRoot(isInContainer: Bool) async throws {
    let (old, new) = (HeadlessWorld(), HeadlessWorld())
    let coordinators = [old, new].map { FlowCoordinator(context: $0.context) }
    let flows = [old, new].map { InnerTabsFlow($0.window, isInContainer: isInContainer) }
    for (coordinator, flow) in zip(coordinators, flows) {
      coordinator.coordinate(flow: flow, with: OneStepper(PlaceApp.MainStep.start))
      await coordinator.settled()
    }
    flows[0].tabs.selectedIndex = 1
    await coordinators[0].settled()
    #expect(await coordinators[1].travel(to: coordinators[0].place) == .arrived)
    #expect(flows[1].tabs.selectedIndex == 1)
    #expect(coordinators[1].place == coordinators[0].place)
  }

  @Test("Records the selected tab of a flow's descendant with that descendant alone")
  func tabOfDescendant() async throws {
    let world = HeadlessWorld()
    let coordinator = FlowCoordinator(context: world.context)
    let inner = TabsFlow()
    let middle = EnclosingFlow(world.window, over: inner)
    let flow = EnclosingFlow(world.window, over: middle)
    coordinator.coordinate(flow: flow, with: OneStepper(PlaceApp.MainStep.start))
    await coordinator.settled()
    world.window.rootViewController = inner.tabs
    inner.tabs.selectedIndex = 1
    await coordinator.settled()
    let outer = try #require(coordinator.place.branches.first)
    let between = try #require(outer.entries.first?.branches.first)
    #expect(outer.selection == nil && between.selection == nil)
    #expect(between.entries.first?.branches.first?.selection == 1)
  }

  @Test("Restores the state that a view model keeps")
  func state() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1))
    old.session.note?.note = "two"
    let new = PlaceApp()
    new.start()
    #expect(await new.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(new.session.note?.note == "two")
  }

  @Test("Restores a state once, however often the journey compares the screens with the place")
  func stateOnce() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1))
    old.session.note?.note = "two"
    let app = await PlaceApp().started().go(ShopStep.detail(1))
    let note = try #require(app.session.note)
    // Its state is not the restored one afterwards.
    note.noteLimit = 1
    await app.go(ShopStep.cart)
    #expect(await app.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(note.restoredNotes == ["two"])
  }

  @Test("Keeps what is there, and removes what is in the way")
  func travelling() async throws {
    let app = await PlaceApp().started().go(ShopStep.detail(1), ShopStep.detail(2))
    let place = app.coordinator.place
    await app.go(ShopStep.detail(3), ShopStep.cart)
    let kept = app.session.shop?.stack.viewControllers.prefix(3) ?? []
    app.session.made = []
    #expect(await app.coordinator.travel(to: place) == .arrived)
    #expect(app.session.made.isEmpty)
    #expect(
      app.session.shop?.stack.viewControllers.elementsEqual(kept, by: ===) == true)
    #expect(app.coordinator.place == place)
  }

  @Test("Removes a screen beneath others, which stay")
  func beneath() async throws {
    let app = await PlaceApp().started().go(ShopStep.detail(1), ShopStep.detail(3))
    let place = app.coordinator.place
    let other = await PlaceApp().started()
    await other.go(ShopStep.detail(1), ShopStep.detail(2), ShopStep.detail(3))
    other.session.made = []
    #expect(await other.coordinator.travel(to: place) == .arrived)
    #expect(other.session.made.isEmpty)
    #expect(other.text == app.text)
  }

  @Test("Shows the screens above a missing one again")
  func above() async throws {
    let app = await PlaceApp().started().go(ShopStep.detail(1), ShopStep.detail(2))
    let place = app.coordinator.place
    let other = await PlaceApp().started().go(ShopStep.detail(2))
    #expect(await other.coordinator.travel(to: place) == .arrived)
    #expect(other.text == app.text)
    #expect(other.session.made == ["List", "menu", "Detail 2", "Detail 1", "Detail 2"])
  }

  @Test("Waits for a login, and goes on after it")
  func login() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1))
    let new = PlaceApp()
    new.session.isLoggedIn = false
    new.start()
    let journey = new.coordinator.startJourney(to: old.coordinator.place)
    let waiting = await new.coordinator.settled()
    #expect(journey.outcome == nil)
    #expect(!waiting.isEmpty)
    #expect(new.world.store.tree.visibleLeaf.name == "Login")
    await new.go(PlaceApp.LoginStep.done)
    #expect(await journey.value() == .arrived)
    #expect(new.text == old.text)
  }

  @Test("Waits for a permission, and goes on when it is given")
  func permission() async throws {
    let old = await PlaceApp().started().go(ShopStep.allowed(1), ShopStep.detail(2))
    let new = PlaceApp()
    new.session.isAllowed = false
    new.start()
    let journey = new.coordinator.startJourney(to: old.coordinator.place)
    await new.coordinator.settled()
    #expect(journey.outcome == nil)
    #expect(new.world.store.tree.visibleLeaf.name == "Question 1")
    new.session.isAllowed = true
    await new.go(ShopStep.allowed(1))
    #expect(await journey.value() == .arrived)
    #expect(new.text == old.text)
  }

  @Test("Reports a detour as missing if it is not to wait")
  func withoutDetour() async throws {
    let old = await PlaceApp().started().go(ShopStep.allowed(1), ShopStep.detail(2))
    let new = PlaceApp()
    new.session.isAllowed = false
    new.start()
    let outcome = await new.coordinator.travel(to: old.coordinator.place, retriesAfterDetour: false)
    guard case .incomplete(let missing) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(missing.map(\.reason) == [.notHandled("filtered by adapt")])
    #expect(missing.first?.path.last == "allowed(1)")
    #expect(new.world.store.tree.visibleLeaf.name == "Detail 2")
  }

  @Test("Names each entry that cannot be shown, and shows the others")
  func missing() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1), ShopStep.detail(2))
    var place = old.coordinator.place
    place.replaceEntries { flow, entry in
      guard flow == "ShopFlow", entry.value.json.contains(":1") else { return entry }
      return NavigationPlace.Entry(.init(json: "{\"gone\":{}}"))
    }
    place.branches[0].entries[0].branches[0].entries[0].branches[0].entries += [
      .init(.init(json: "{\"secret\":{}}")), .init(.init(json: "{\"unshown\":{}}")),
      .init(.init(json: "[")),
    ]
    let new = PlaceApp()
    new.start()
    let outcome = await new.coordinator.travel(to: place, retriesAfterDetour: false)
    guard case .incomplete(let missing) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(missing.count == 4, "\(missing)")
    #expect(missing.map(\.path.last) == ["{\"gone\":{}}", "secret", "unshown", "["])
    #expect(new.world.store.tree.visibleLeaf.name == "Detail 2")
  }

  @Test("Is covered by a sheet that refuses to leave")
  func refusal() async throws {
    let app = await PlaceApp().started()
    let place = app.coordinator.place
    await app.go(ShopStep.cart)
    app.session.cart?.stack.isModalInPresentation = true
    #expect(await app.coordinator.travel(to: place) == .covered(by: "Cart"))
    app.session.cart?.stack.isModalInPresentation = false
    #expect(await app.coordinator.travel(to: place) == .arrived)
  }

  @Test("Removes a screen and a sheet of no flow that are in the way of a missing entry")
  func shownByHand() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1), ShopStep.cart)
    let app = await PlaceApp().started()
    let shop = try #require(app.session.shop)
    shop.stack.pushViewController(screen("Raw"), animated: false)
    app.session.main?.tabs.present(screen("Over"), animated: false)
    #expect(app.world.store.tree.visibleLeaf.name == "Over")
    #expect(await app.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(app.text == old.text)
    #expect(app.session.made == old.session.made)
    #expect(app.world.issues.isEmpty)
    #expect(app.world.refusals.isEmpty)
  }

  @Test("Removes screens of no flow from the stack of another flow's sheet")
  func shownByHandInSheet() async throws {
    let old = await PlaceApp().started().go(ShopStep.cart, PlaceApp.CartStep.pay)
    await old.go(PlaceApp.PaymentFlow.PayStep.card("a"))
    let app = await PlaceApp().started().go(ShopStep.cart, PlaceApp.CartStep.pay)
    let cart = try #require(app.session.cart)
    cart.stack.pushViewController(screen("Raw 1"), animated: false)
    cart.stack.pushViewController(screen("Raw 2"), animated: false)
    cart.stack.present(screen("Over"), animated: false)
    #expect(await app.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(app.text == old.text)
  }

  @Test("Is covered by an alert of no flow that is in the way of a missing entry")
  func alertByHand() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1))
    let app = await PlaceApp().started()
    let text = app.text
    let alert = HeadlessAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    alert.restorationIdentifier = "Question"
    app.session.main?.tabs.present(alert, animated: false)
    let outcome = await app.coordinator.travel(to: old.coordinator.place)
    #expect(outcome == .covered(by: "Question"))
    #expect(app.world.store.tree.visibleLeaf.name == "Question")
    #expect(!app.session.made.contains("Detail 1"))
    alert.dismiss(animated: false)
    #expect(app.text == text)
  }

  @Test("Presents a sheet although a flow after it shows another one")
  func laterSheet() async throws {
    let old = await PlaceApp().started().go(ShopStep.cart)
    let app = await PlaceApp().started()
    app.session.main?.tabs.selectedIndex = 1
    await app.go(PlaceApp.MoreStep.sheet)
    #expect(await app.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(app.text == old.text)
  }

  @Test("Ends at its deadline, with the awaited event")
  func deadline() async throws {
    let old = await PlaceApp().started()
    let new = PlaceApp()
    new.session.isLoggedIn = false
    new.start()
    let journey = new.coordinator.startJourney(to: old.coordinator.place, deadline: 10)
    await new.coordinator.settled()
    new.world.clock.advance(by: 10)
    let outcome = await journey.value()
    guard case .timedOut = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(await new.coordinator.settled().isEmpty)
  }

  @Test("Ends when it is cancelled, superseded, or its coordinator stops")
  func ends() async throws {
    let old = await PlaceApp().started()
    let new = PlaceApp()
    new.session.isLoggedIn = false
    new.start()
    await new.coordinator.settled()
    let first = new.coordinator.startJourney(to: old.coordinator.place)
    await new.coordinator.settled()
    let second = new.coordinator.startJourney(to: old.coordinator.place)
    #expect(first.outcome == .superseded)
    await new.coordinator.settled()
    second.cancel()
    #expect(second.outcome == .cancelled)
    let third = new.coordinator.startJourney(to: old.coordinator.place)
    let link = new.coordinator.start(DeepLinkPlan(steps: [PlaceApp.MainStep.start]))
    #expect(third.outcome == .superseded)
    link.cancel()
    let fourth = new.coordinator.startJourney(to: old.coordinator.place)
    new.coordinator.stop()
    #expect(fourth.outcome == .cancelled)
    #expect(new.coordinator.startJourney(to: old.coordinator.place).outcome == .cancelled)
  }

  @Test("Retains nothing of the old world")
  func released() async throws {
    weak var shop: PlaceApp.ShopFlow?
    weak var journey: Journey?
    do {
      let old = await PlaceApp().started().go(ShopStep.detail(1), ShopStep.cart)
      let new = PlaceApp()
      new.start()
      let started = new.coordinator.startJourney(to: old.coordinator.place)
      journey = started
      #expect(await started.value() == .arrived)
      shop = new.session.shop
      #expect(shop != nil)
      new.coordinator.stop()
      new.world.window.rootViewController = nil
      await new.coordinator.settled()
      old.coordinator.stop()
      old.world.window.rootViewController = nil
    }
    #expect(shop == nil)
    #expect(journey == nil)
  }

  @Test("Waits for the transitions of its steps")
  func transitions() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1), ShopStep.cart)
    let new = PlaceApp(.init(), .manual)
    new.start()
    let journey = new.coordinator.startJourney(to: old.coordinator.place)
    for _ in 0..<200 where journey.outcome == nil {
      await letOthersRun()
      new.world.platform.layOut()
      new.world.platform.completeAllTransitions()
    }
    #expect(journey.outcome == .arrived)
    #expect(new.text == old.text)
  }
}

/// Shows tabs in its root: in the window, or in a controller with other content.
private final class InnerTabsFlow: Flow {
  let window: HeadlessWindow
  let tabs = TestSupport.tabs("Main")
  let frame = screen("Frame")
  let isInContainer: Bool
  var root: any Presentable { isInContainer ? frame : window }

  init(_ window: HeadlessWindow, isInContainer: Bool) {
    (self.window, self.isInContainer) = (window, isInContainer)
    if isInContainer { window.rootViewController = frame }
  }

  func navigate(to step: PlaceApp.MainStep) async -> FlowContributors {
    tabs.viewControllers = [screen("A"), screen("B")]
    if isInContainer {
      for child in [tabs, screen("Player")] {
        frame.addChild(child)
        frame.view.addSubview(child.view)
        child.didMove(toParent: frame)
      }
    } else {
      window.rootViewController = tabs
    }
    return .one(.contribute(presentable: tabs, stepper: DefaultStepper()))
  }
}

/// Starts a child in the window, which is its root, too.
private final class EnclosingFlow<Child: Flow>: Flow {
  let root: any Presentable
  let child: Child

  init(_ window: HeadlessWindow, over child: Child) { (root, self.child) = (window, child) }

  func navigate(to step: PlaceApp.MainStep) async -> FlowContributors {
    .one(.contribute(presentable: child, stepper: OneStepper(PlaceApp.MainStep.start)))
  }
}

/// Shows two tabs.
private final class TabsFlow: Flow {
  let tabs = TestSupport.tabs("Main")
  var root: any Presentable { tabs }

  func navigate(to step: PlaceApp.MainStep) async -> FlowContributors {
    tabs.viewControllers = [screen("A"), screen("B")]
    return .none
  }
}

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Moves of a coordinator's journeys")
struct JourneyMoveTests {
  typealias ShopStep = PlaceApp.ShopStep
  typealias MoreStep = PlaceApp.MoreStep

  /// Travels to a place, and returns the changes.
  private func changes(
    of app: PlaceApp, to place: NavigationPlace
  ) async -> (outcome: JourneyOutcome, changes: [String]) {
    var changes: [String] = []
    let observation = app.world.store.onChange { changes.append($0.description) }
    defer { observation.cancel() }
    let outcome = await app.coordinator.travel(to: place)
    await app.coordinator.settled()
    return (outcome, changes)
  }

  @Test("Shows an entry in an unselected tab without selecting the tab")
  func hiddenTab() async throws {
    let old = await PlaceApp().started().go(ShopStep.detail(1))
    old.session.main?.tabs.selectedIndex = 1
    await old.coordinator.settled()
    let app = await PlaceApp().started()
    app.session.main?.tabs.selectedIndex = 1
    await app.coordinator.settled()
    let (outcome, changes) = await changes(of: app, to: old.coordinator.place)
    #expect(outcome == .arrived)
    #expect(app.text == old.text)
    #expect(changes.count == 1, "\(changes)")
    #expect(app.world.refusals.isEmpty)
  }

  @Test("Selects the tab of the place before it shows what is missing there")
  func selectedTab() async throws {
    let old = await PlaceApp().started()
    old.session.main?.tabs.selectedIndex = 1
    await old.go(MoreStep.sheet)
    let app = await PlaceApp().started()
    let (outcome, changes) = await changes(of: app, to: old.coordinator.place)
    #expect(outcome == .arrived)
    #expect(app.text == old.text)
    #expect(changes.count == 2, "\(changes)")
    #expect(app.session.made == ["List", "menu", "sheet"])
    #expect(app.world.refusals.isEmpty)
  }

  @Test("Selects a tab that the place does not select for a sheet, which needs a visible tab")
  func sheetOfHiddenTab() async throws {
    let old = await PlaceApp().started()
    old.session.main?.tabs.selectedIndex = 1
    await old.go(MoreStep.sheet)
    old.session.main?.tabs.selectedIndex = 0
    await old.coordinator.settled()
    let app = await PlaceApp().started()
    #expect(await app.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(app.text == old.text)
    #expect(app.coordinator.place == old.coordinator.place)
  }

  @Test("Removes a sheet of no flow because of which adapt stops an entry, and asks again")
  func stoppedByObstacle() async throws {
    let old = await PlaceApp().started().go(ShopStep.tour)
    let app = await PlaceApp().started()
    app.session.main?.tabs.present(screen("Over"), animated: false)
    #expect(await app.coordinator.travel(to: old.coordinator.place) == .arrived)
    #expect(app.text == old.text)
  }

  @Test("Is covered by a sheet of no flow that refuses to leave, and because of which adapt stops")
  func refusingObstacle() async throws {
    let old = await PlaceApp().started().go(ShopStep.tour)
    let app = await PlaceApp().started()
    let sheet = screen("Over")
    sheet.isModalInPresentation = true
    app.session.main?.tabs.present(sheet, animated: false)
    let outcome = await app.coordinator.travel(to: old.coordinator.place)
    #expect(outcome == .covered(by: "Over"))
  }

  @Test(
    "Shows nothing after its deadline, or after it was cancelled, although adapt or the flow waits",
    arguments: [ShopStep.late, .lateAnswer], [true, false])
  func nothingLate(_ step: ShopStep, _ isCancelled: Bool) async throws {
    let old = await PlaceApp().started().go(step)
    let app = await PlaceApp().started()
    let text = app.text
    let door = ActivityGate("the door", context: app.world.context)
    app.session.door = door
    let journey = app.coordinator.startJourney(to: old.coordinator.place, deadline: 5)
    await app.coordinator.settled()
    #expect(journey.outcome == nil)
    if isCancelled { journey.cancel() } else { app.world.clock.advance(by: 5) }
    let outcome = try #require(journey.outcome)
    #expect(isCancelled ? outcome == .cancelled : outcome.description.hasPrefix("timed out"))
    door.open()
    #expect(await app.coordinator.settled().isEmpty)
    #expect(app.text == text)
    await app.go(step)
    #expect(app.text == old.text)
  }
}

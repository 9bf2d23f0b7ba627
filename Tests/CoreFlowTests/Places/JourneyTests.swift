import CoreFlow
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Journeys of flows")
struct JourneyTests {
  /// Returns a place with a room, a room above it, a sheet over them and text in each.
  private func furnished(_ world: RoomWorld) async -> NavigationPlace {
    let tab = world.visible
    tab?.core.send(.type("first"))
    await tab?.attachChild(for: .push(1))
    await tab?.room(1)?.attachChild(for: .push(2))
    await tab?.room(1)?.room(2)?.attachChild(for: .sheet(3))
    tab?.room(1)?.room(2)?.room(3)?.core.send(.type("third"))
    _ = world.takeAttempts()
    return world.place
  }

  @Test("A place that is restored in a fresh world has the same shape, state and selection")
  func restored() async throws {
    let old = RoomWorld()
    let other = old.house?.children[1] as? RoomFlow
    await other?.attachChild(for: .push(9))
    let data = try await furnished(old).data()
    let place = try NavigationPlace(data: data)
    let world = RoomWorld(endsLate: true)
    #expect(await world.travel(to: place) == .arrived)
    #expect(world.shape == old.shape)
    #expect(world.place == place)
    #expect(world.leaf == "Sheet 3")
    #expect(world.codes.isEmpty)
    #expect(await world.context.settled().isEmpty)
  }

  @Test("What is in both places stays, what is only in the old one leaves")
  func stays() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    await tab.attachChild(for: .push(1))
    let target = world.place
    let place = await furnished(RoomWorld())
    #expect(await world.travel(to: place) == .arrived)
    #expect(world.takeAttempts() == ["push(1)", "push(2)", "sheet(3)"])
    let room = tab.room(1)
    let made = world.made
    #expect(await world.travel(to: target) == .arrived)
    #expect(world.takeAttempts().isEmpty)
    #expect(world.made == made)
    #expect(tab.room(1) === room && room?.children.isEmpty == true)
    #expect(world.place.branches[0].entries.count == 2)
    #expect(world.leaf == "Room 1")
  }

  @Test("A journey to the current place changes nothing")
  func alreadyThere() async {
    let world = RoomWorld()
    let place = await furnished(world)
    _ = world.world.takeChanges()
    #expect(await world.travel(to: place) == .arrived)
    #expect(world.world.takeChanges().isEmpty)
    #expect(world.takeAttempts().isEmpty)
  }

  @Test("A journey that the body of a transaction awaits arrives in the transaction")
  func inTransaction() async throws {
    let place = await furnished(RoomWorld())
    let world = RoomWorld()
    var outcomes: [JourneyOutcome] = []
    let transaction = await world.world.store.scheduler.transaction("several") {
      outcomes.append(await world.travel(to: place))
    }
    #expect(outcomes == [.arrived])
    #expect(transaction == .performed)
    #expect(world.leaf == "Sheet 3")
    #expect(world.codes.isEmpty)
  }

  @Test("An entry in the middle of a stack leaves; those that match stay")
  func middle() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    await tab.attachChild(for: .push(1))
    await tab.attachChild(for: .push(3))
    let target = world.place
    tab.children.forEach { tab.detach($0, animated: false) }
    for id in 1...3 { await tab.attachChild(for: .push(id)) }
    let last = tab.room(3)
    #expect(await world.travel(to: target) == .arrived)
    #expect(tab.children.count == 2)
    #expect(tab.room(3) === last)
    #expect(world.leaf == "Room 3")
  }

  @Test("A child without a place, and a controller of the app's own, leave the stack")
  func inTheWay() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    await tab.attachChild(for: .push(1))
    let target = world.place
    tab.attach(world.room("Plain"), by: .push)
    tab.screen.navigationController?.pushViewController(screen("Raw"), animated: false)
    #expect(await world.travel(to: target) == .arrived)
    #expect(world.leaf == "Room 1")
    tab.screen.navigationController?.pushViewController(screen("Raw"), animated: false)
    tab.screen.present(screen("Over"), animated: false)
    let next = await furnished(RoomWorld())
    #expect(await world.travel(to: next) == .arrived)
    #expect(world.leaf == "Sheet 3")
    #expect(world.codes.isEmpty)
  }

  @Test("A modal is presented from the tab it belongs to, and the wanted tab is selected again")
  func hiddenTab() async throws {
    let old = RoomWorld()
    await old.visible?.attachChild(for: .sheet(1))
    old.house?.screen.selectedIndex = 1
    let place = old.place
    let world = RoomWorld()
    world.house?.screen.selectedIndex = 1
    #expect(await world.travel(to: place) == .arrived)
    #expect(world.shape == old.shape)
    #expect(world.codes.isEmpty)
  }

  @Test("A screen that refuses to leave covers the place")
  func refuses() async throws {
    let world = RoomWorld()
    let target = world.place
    await world.visible?.attachChild(for: .push(1))
    let place = world.place
    let alert = HeadlessAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    alert.restorationIdentifier = "Question"
    world.house?.screen.present(alert, animated: false)
    guard case .covered(let name) = await world.travel(to: place) else {
      Issue.record("The alert was ignored.")
      return
    }
    #expect(name.contains("Question"))
    guard case .covered = await world.travel(to: target) else {
      Issue.record("The alert was ignored.")
      return
    }
    #expect(world.leaf == "Question")
  }

  @Test("An alert of no flow that is in the way of a missing entry covers the place")
  func alertByHand() async throws {
    let place = await furnished(RoomWorld())
    let world = RoomWorld()
    let alert = HeadlessAlertController(title: "Sure?", message: nil, preferredStyle: .alert)
    alert.restorationIdentifier = "Question"
    world.house?.screen.present(alert, animated: false)
    #expect(await world.travel(to: place) == .covered(by: "Question"))
    #expect(world.leaf == "Question")
    #expect(world.takeAttempts().isEmpty)
    alert.dismiss(animated: false)
    #expect(world.leaf == "Tab 0")
  }

  @Test("Reports each missing entry with its path and reason, and shows the others")
  func missing() async throws {
    let world = RoomWorld()
    var place = await furnished(RoomWorld())
    let odd = NavigationPlace.Entry(try .init(encoding: RoomPlace.nothing))
    let old = NavigationPlace.Entry(.init(json: #"{"cellar":1}"#))
    place.branches[0].entries[0].branches[0].entries.insert(contentsOf: [odd, old], at: 0)
    place.branches[0].entries[1].branches[0].entries = [.init(.init(json: "not JSON"))]
    place.branches.append(.init(flow: "OtherFlow"))
    guard case .incomplete(let missing) = await world.travel(to: place) else {
      Issue.record("The journey is complete.")
      return
    }
    let tab = #"HouseFlow › {"tab":{"_0":0}} › RoomFlow › "#
    #expect(missing.count == 4)
    #expect(missing.first?.description == tab + #"{"nothing":{}}: not shown"#)
    #expect(missing[1].description.hasPrefix(tab + #"{"cellar":1}: unreadable"#))
    #expect(missing[2].description.contains("not JSON: unreadable"))
    #expect(missing[3].description == "OtherFlow: no flow")
    #expect(world.leaf == "Sheet 3")
    #expect(world.takeAttempts().filter { $0 == "nothing" }.count == 1)
    #expect(world.codes.isEmpty)
  }

  @Test("A branch for a flow without places has no flow; a state without a keeper is reported")
  func noFlow() async throws {
    let world = HeadlessWorld(root: screen("Empty"))
    let flow = ProbeFlow("probe", Journal(), context: world.context)
    flow.launch(in: world.window)
    let entry = NavigationPlace.Entry(.init(json: "1"))
    let branch = NavigationPlace.Branch(
      flow: "ProbeFlow", selection: 2, state: .init(json: "1"), entries: [entry])
    let outcome = await flow.travel(to: NavigationPlace(branches: [branch]))
    #expect(
      outcome.description
        == "incomplete: ProbeFlow › 1: keeps no state; ProbeFlow › 1: no flow; "
        + "ProbeFlow › tab 2: has no tabs or pages")
    #expect(world.store.tree.visibleLeaf.name == "probe")
  }

  private func locked() throws -> NavigationPlace {
    var place = RoomWorld().place
    let value = try NavigationPlace.Value(encoding: RoomPlace.locked(5))
    place.branches[0].entries[0].branches[0].entries = [.init(value)]
    return place
  }

  @Test("A journey that waits is listed by settled(), and continues when the wait ends")
  func waits() async throws {
    let world = RoomWorld()
    let journey = try #require(world.house?.startJourney(to: locked()))
    #expect(journey.outcome == nil)
    let activities = await world.context.settled()
    #expect(activities.map(\.description) == ["a journey of HouseFlow (waits for the door)"])
    #expect(journey.waitingFor == "the door")
    world.door.open()
    #expect(await journey.value() == .arrived)
    #expect(journey.waitingFor == nil)
    #expect(world.leaf == "Room 5")
    #expect(await world.context.settled().isEmpty)
  }

  @Test("A journey's handle has its destination, and awaits nothing after the end")
  func handle() async throws {
    let world = RoomWorld()
    let place = try locked()
    let journey: Journey = try #require(world.house?.startJourney(to: place))
    #expect(journey.place == place)
    await world.context.settled()
    #expect(journey.waitingFor == "the door")
    journey.cancel()
    #expect(journey.outcome == .cancelled)
    #expect(journey.waitingFor == nil)
  }

  @Test("The deadline ends a journey with the awaited event, and what comes later is ignored")
  func deadline() async throws {
    let world = RoomWorld()
    let journey = try #require(world.house?.startJourney(to: locked(), deadline: 5))
    await world.context.settled()
    world.world.clock.advance(by: 5)
    #expect(journey.outcome == .timedOut(waitingFor: "the door"))
    world.door.open()
    #expect(await world.context.settled().isEmpty)
    #expect(world.leaf == "Tab 0")
  }

  @Test("A journey whose attachment does not return names the call and its value")
  func hungAttachment() async throws {
    let world = RoomWorld()
    let hung = ContinuationList()
    world.beforeDoor = { await hung.wait() }
    let journey = try #require(world.house?.startJourney(to: locked(), deadline: 5))
    let error = await #expect(throws: UnsettledError.self) {
      try await world.context.settled(within: 0.05)
    }
    let call = "attachChild(for: locked(5)) of RoomFlow"
    #expect(
      error?.running.map(\.description) == ["a journey of HouseFlow (waits for \(call))"])
    #expect(journey.waitingFor == call)
    world.world.clock.advance(by: 5)
    #expect(journey.outcome == .timedOut(waitingFor: call))
    hung.resumeAll()
    world.door.open()
    #expect(await world.context.settled().isEmpty)
  }

  @Test("A deadline in the same turn as the awaited event has one outcome")
  func deadlineAndArrival() async throws {
    let world = RoomWorld()
    let journey = try #require(world.house?.startJourney(to: locked(), deadline: 5))
    await world.context.settled()
    world.door.open()
    world.world.clock.advance(by: 5)
    guard case .timedOut = journey.outcome else {
      Issue.record("\(String(describing: journey.outcome))")
      return
    }
    #expect(await journey.value() == journey.outcome)
    await world.context.settled()
    #expect(world.world.clock.timeToNextSleeper == nil)
  }

  @Test("A newer journey supersedes an older one; an older one with an outcome keeps it")
  func superseded() async throws {
    let world = RoomWorld()
    let first = try #require(world.house?.startJourney(to: locked()))
    await world.context.settled()
    let place = await furnished(RoomWorld())
    let second = try #require(world.house?.startJourney(to: place))
    #expect(first.outcome == .superseded)
    #expect(await second.value() == .arrived)
    #expect(world.leaf == "Sheet 3")
    let third = try #require(world.house?.startJourney(to: RoomWorld().place))
    #expect(await third.value() == .arrived)
    #expect(second.outcome == .arrived)
  }

  @Test("The end of the flow, cancel() and the cancelled caller cancel a journey")
  func cancelled() async throws {
    let world = RoomWorld()
    let place = try locked()
    let journey = try #require(world.house?.startJourney(to: place))
    await world.context.settled()
    journey.cancel()
    #expect(journey.outcome == .cancelled)
    let house = try #require(world.house)
    let caller = Task { await house.travel(to: place) }
    await world.context.settled()
    caller.cancel()
    #expect(await caller.value == .cancelled)
    let last = house.startJourney(to: place)
    await world.context.settled()
    world.leave()
    #expect(last.outcome == .cancelled)
    #expect(await house.travel(to: place) == .cancelled)
    #expect(await world.context.settled().isEmpty)
    #expect(world.codes.isEmpty)
  }

  @Test("When the flow ends that attaches an entry, the journey goes on without it")
  func endsMeanwhile() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    await tab.attachChild(for: .push(1))
    var place = world.place
    let value = try NavigationPlace.Value(encoding: RoomPlace.locked(5))
    place.branches[0].entries[0].branches[0].entries[0].branches[0].entries = [.init(value)]
    let journey = try #require(world.house?.startJourney(to: place))
    await world.context.settled()
    #expect(journey.waitingFor == "the door")
    #expect(tab.screen.navigationController?.userDidTapBack() == true)
    await world.context.settled()
    #expect(tab.room(1) != nil)
    #expect(journey.waitingFor == "the door")
    world.door.open()
    #expect(await journey.value() == .arrived)
    #expect(world.leaf == "Room 5")
  }

  @Test("A journey begins after the user's gesture")
  func duringGesture() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    await tab.attachChild(for: .push(1))
    let place = world.place
    let gesture = try #require(tab.screen.navigationController?.userDidBeginEdgeSwipe())
    let journey = try #require(world.house?.startJourney(to: place))
    await world.context.settled()
    #expect(journey.outcome == nil)
    gesture.finish()
    #expect(await journey.value() == .arrived)
    #expect(world.leaf == "Room 1")
    #expect(world.takeAttempts() == ["push(1)", "push(1)"])
  }

  @Test("Only the transition of a single missing entry is animated, if it is to be")
  func animation() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    await tab.attachChild(for: .push(1))
    let one = world.place
    await tab.room(1)?.attachChild(for: .push(2))
    let two = world.place
    let none = RoomWorld().place
    #expect(await world.travel(to: none) == .arrived)
    #expect(await world.travel(to: one) == .arrived)
    #expect(tab.room(1)?.screen.wasAnimated == true)
    #expect(await world.travel(to: none) == .arrived)
    #expect(await world.travel(to: two) == .arrived)
    #expect(tab.room(1)?.screen.wasAnimated == false)
    #expect(tab.room(1)?.room(2)?.screen.wasAnimated == false)
    #expect(await world.travel(to: none) == .arrived)
    #expect(await world.travel(to: one, animated: false) == .arrived)
    #expect(tab.room(1)?.screen.wasAnimated == false)
  }

  @Test("After a journey everything is released when the flow has ended")
  func released() async throws {
    weak var weakHouse: HouseFlow?
    weak var weakJourney: Journey?
    weak var weakTab: RoomFlow?
    do {
      let world = RoomWorld()
      let place = await furnished(RoomWorld())
      let journey = world.house?.startJourney(to: place)
      _ = await journey?.value()
      weakHouse = world.house
      weakTab = world.visible
      weakJourney = journey
      world.leave()
      await world.context.settled()
    }
    await Drain.mainQueue()
    #expect(weakHouse == nil)
    #expect(weakTab == nil)
    #expect(weakJourney == nil)
  }

  @Test("A waiting journey of a flow that the app drops is released with it")
  func dropped() async throws {
    weak var weakHouse: HouseFlow?
    weak var weakJourney: Journey?
    let world = RoomWorld()
    do {
      weakHouse = world.house
      weakJourney = try world.house?.startJourney(to: locked())
      await world.context.settled()
      world.leave()
    }
    #expect(await world.context.settled().isEmpty)
    await Drain.mainQueue()
    #expect(weakHouse == nil)
    #expect(weakJourney == nil)
  }
}

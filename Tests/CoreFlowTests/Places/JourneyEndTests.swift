import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("The ends of journeys of flows")
struct JourneyEndTests {
  /// The place of a fresh world with one entry in the first tab.
  private func place(_ entry: RoomPlace) throws -> NavigationPlace {
    var place = RoomWorld().place
    let value = try NavigationPlace.Value(encoding: entry)
    place.branches[0].entries[0].branches[0].entries = [.init(value)]
    return place
  }

  private func branch(_ entry: RoomPlace) throws -> NavigationPlace {
    NavigationPlace(branches: try place(entry).branches[0].entries[0].branches)
  }

  /// Detaches the first room, and attaches an equal one.
  private func replaceRoom(of tab: RoomFlow) {
    guard let room = tab.room(1) else { return }
    tab.detach(room, animated: false)
    tab.attach(tab.world.room("Room 1"), by: .push, as: .push(1), animated: false)
  }

  @Test("A flow that ends at each attempt, and comes up again, is not a journey's arrival")
  func endless() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    await tab.attachChild(for: .push(1))
    var target = world.place
    let value = try NavigationPlace.Value(encoding: RoomPlace.push(2))
    target.branches[0].entries[0].branches[0].entries[0].branches[0].entries = [.init(value)]
    world.onAttempt = { place in
      if place == .push(2) { replaceRoom(of: tab) }
    }
    let outcome = await world.travel(to: target)
    guard case .incomplete(let missing) = outcome else {
      Issue.record("The journey ended with \(outcome).")
      return
    }
    #expect(missing.contains { $0.path.contains(#"{"push":{"_0":1}}"#) })
    #expect(world.takeAttempts().filter { $0 == "push(2)" }.count == 2)
    #expect(await world.context.settled().isEmpty)
  }

  @Test("A flow that ends when its state is restored, and comes up again, is not an arrival")
  func endlessStates() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    await tab.attachChild(for: .push(1))
    tab.room(1)?.core.send(.type("leave"))
    let target = world.place
    tab.room(1)?.core.send(.type(""))
    var restoreCount = 0
    world.onRestore = { state in
      if state == "leave" { restoreCount += 1 }
      replaceRoom(of: tab)
    }
    let outcome = await world.travel(to: target)
    #expect(restoreCount == 2)
    guard case .incomplete(let missing) = outcome else {
      Issue.record("The journey ended with \(outcome).")
      return
    }
    #expect(missing.allSatisfy { $0.path.contains(#"{"push":{"_0":1}}"#) })
    #expect(!missing.isEmpty)
  }

  @Test("What leaves when a tab is selected is missing")
  func leavesAtTheEnd() async throws {
    let old = RoomWorld()
    await (old.house?.children[1] as? RoomFlow)?.attachChild(for: .push(1))
    old.house?.screen.selectedIndex = 1
    let world = RoomWorld()
    let tab = try #require(world.house?.children[1] as? RoomFlow)
    let watch = world.world.store.onChange { [weak tab] change in
      guard "\(change.change)".contains("select"), let room = tab?.room(1) else { return }
      tab?.detach(room, animated: false)
    }
    let outcome = await world.travel(to: old.place)
    guard case .incomplete(let missing) = outcome else {
      Issue.record("The journey ended with \(outcome).")
      return
    }
    #expect(missing.last?.path.last == #"{"push":{"_0":1}}"#)
    withExtendedLifetime(watch) {}
  }

  @Test("A cancelled caller of travel cancels the journey, and nothing comes up afterwards")
  func cancelledCaller() async throws {
    let world = RoomWorld()
    let house = try #require(world.house)
    let target = try place(.locked(5))
    let caller = Task { await house.travel(to: target) }
    #expect(await world.context.settled().map(\.waitingFor) == ["the door"])
    caller.cancel()
    #expect(await caller.value == .cancelled)
    world.door.open()
    #expect(await world.context.settled().isEmpty)
    #expect(world.leaf == "Tab 0")
    _ = world.takeAttempts()
    let late = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      return await house.travel(to: target)
    }
    #expect(await late.value == .cancelled)
    #expect(world.takeAttempts().isEmpty)
    #expect(await world.context.settled().isEmpty)
  }

  @Test("A cancelled caller of value() does not cancel the journey")
  func cancelledWaiter() async throws {
    let world = RoomWorld()
    let journey = try #require(world.house?.startJourney(to: place(.locked(5))))
    let waiter = Task { await journey.value() }
    await world.context.settled()
    waiter.cancel()
    await world.context.settled()
    #expect(journey.outcome == nil)
    world.door.open()
    #expect(await waiter.value == .arrived)
    #expect(world.leaf == "Room 5")
  }

  @Test("One journey at a time: in a window a newer one supersedes, at a flow above or beneath")
  func nested() async throws {
    let world = RoomWorld()
    let (house, tab) = (try #require(world.house), try #require(world.visible))
    let atTab = tab.startJourney(to: try branch(.locked(5)))
    await world.context.settled()
    let atRoot = house.startJourney(to: try place(.locked(5)))
    #expect(atTab.outcome == .superseded)
    await world.context.settled()
    let again = tab.startJourney(to: try branch(.push(1)))
    #expect(atRoot.outcome == .superseded)
    #expect(await again.value() == .arrived)
    #expect(world.leaf == "Room 1")
    #expect(await world.context.settled().isEmpty)
  }

  @Test("A flow that was attached during its journey, or is shown by hand, is in the window, too")
  func looseFlows() async throws {
    let world = RoomWorld()
    let (house, tab) = (try #require(world.house), try #require(world.visible))
    let room = RoomFlow(loose: "Room", world)
    let early = room.startJourney(to: try branch(.locked(5)))
    await world.context.settled()
    await tab.attach(room, by: .push)?.value()
    #expect(early.outcome == nil)
    let atRoot = house.startJourney(to: try place(.locked(5)))
    #expect(early.outcome == .superseded)
    let loose = RoomFlow(loose: "Loose", world)
    tab.screen.navigationController?.pushViewController(loose.screen, animated: false)
    #expect(atRoot.outcome == nil)
    let last = loose.startJourney(to: try branch(.push(1)))
    #expect(atRoot.outcome == .superseded)
    #expect(await last.value() == .arrived)
    let other = RoomWorld()
    let elsewhere = other.house?.startJourney(to: try place(.locked(1)))
    let here = house.startJourney(to: try place(.push(1)))
    #expect(elsewhere?.outcome == nil)
    #expect(await here.value() == .arrived)
    elsewhere?.cancel()
  }

  @Test("Flows in several windows that one flow has attached go on journeys of their own")
  func severalWindows() async throws {
    let world = RoomWorld()
    let app = AppFlow(context: world.context)
    _ = app.core
    var windows: [HeadlessWindow] = []
    let rooms = (0...2).map { RoomFlow("Window \($0)", world) }
    for room in rooms { app.attach(room, by: .none) }
    for room in rooms[...1] {
      let window = HeadlessWindow(platform: world.world.platform)
      _ = world.context.store(for: window)
      window.rootViewController = stack("Stack", room.screen)
      window.makeKeyAndVisible()
      windows.append(window)
    }
    await world.context.settled()
    let first = rooms[0].startJourney(to: try branch(.locked(5)))
    await world.context.settled()
    let second = rooms[1].startJourney(to: try branch(.push(1)))
    #expect(await second.value() == .arrived)
    #expect(first.outcome == nil)
    // A flow in no window has only its root flow in common with the others.
    let third = rooms[2].startJourney(to: try branch(.nothing))
    #expect(first.outcome == .superseded)
    third.cancel()
    withExtendedLifetime(windows) {}
  }

  @Test("The part of another framework's journey is superseded, too, and animates nothing")
  func partial() async throws {
    let world = RoomWorld()
    let (house, tab) = (try #require(world.house), try #require(world.visible))
    let locked = try branch(.locked(5)).branches[0]
    for isAtRoot in [false, true] {
      let part = Task { await tab.travel(to: locked, at: []) }
      await world.context.settled()
      let newer =
        isAtRoot ? house.startJourney(to: world.place) : tab.startJourney(to: tab.place)
      #expect(await newer.value() == .arrived)
      await world.context.settled()
      part.cancel()
      #expect(await part.value == .superseded)
    }
    let pushed = try branch(.push(1)).branches[0]
    #expect(await tab.travel(to: pushed, at: []) == .arrived)
    #expect(tab.room(1)?.screen.wasAnimated == false)
    #expect(await world.context.settled().isEmpty)
  }

  @Test("A journey that its own attachment awaits ends without the entry, with the reason")
  func awaitsItself() async throws {
    let world = RoomWorld()
    let house = try #require(world.house)
    var target = try place(.locked(5))
    let other = try NavigationPlace.Value(encoding: RoomPlace.push(1))
    target.branches[0].entries[0].branches[0].entries.append(.init(other))
    let journey = house.startJourney(to: target)
    var seen: JourneyOutcome?
    world.beforeDoor = { [weak journey] in seen = await journey?.value() }
    #expect(await world.context.settled().isEmpty)
    let outcome = try #require(journey.outcome)
    guard case .incomplete(let missing) = outcome, missing.count == 1 else {
      Issue.record("The journey ended with \(outcome).")
      return
    }
    #expect("\(missing[0])".hasSuffix("waits for the journey itself"))
    #expect(world.takeAttempts() == ["locked(5)", "push(1)"])
    #expect(world.leaf == "Room 1")
    #expect(seen == outcome)
  }

  @Test("Of two journeys whose attachments await each other, the later one goes on without")
  func awaitEachOther() async throws {
    let (one, other) = (RoomWorld(), RoomWorld())
    let first = try #require(one.house).startJourney(to: place(.locked(5)))
    let second = try #require(other.house).startJourney(to: place(.locked(5)))
    one.beforeDoor = { [weak second] in _ = await second?.value() }
    other.beforeDoor = { [weak first] in _ = await first?.value() }
    one.door.open()
    await one.context.settled()
    await other.context.settled()
    await one.context.settled()
    let outcomes = [first.outcome, second.outcome]
    #expect(outcomes.contains(.arrived))
    #expect(outcomes.contains { if case .incomplete? = $0 { true } else { false } })
  }

  @Test("A task that an attachment starts may await the journey")
  func awaitedInTask() async throws {
    let world = RoomWorld()
    let journey = try #require(world.house).startJourney(to: place(.locked(5)))
    var task: Task<JourneyOutcome?, Never>?
    world.beforeDoor = { [weak journey] in task = Task { await journey?.value() } }
    world.door.open()
    #expect(await journey.value() == .arrived)
    #expect(await task?.value == .arrived)
  }
}

/// A flow of the whole app, above those of its windows.
private final class AppFlow: ScreenLessFlow<ScreenLessCore> {
  override func createCore() -> ScreenLessCore { ScreenLessCore() }
}

import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("Stored places of flows")
struct StoredPlaceTests {
  private static let tab = #"HouseFlow › {"tab":{"_0":0}}"#

  private typealias Entry = NavigationPlace.Entry

  /// Returns the place of a fresh world with these entries in the first tab.
  private func place(_ entries: [Entry]) -> NavigationPlace {
    var place = RoomWorld().place
    place.branches[0].entries[0].branches[0].entries = entries
    return place
  }

  private func entry(_ json: String, state: String = "", _ entries: [Entry] = []) -> Entry {
    let state = NavigationPlace.Value(json: #""\#(state)""#)
    let branch = NavigationPlace.Branch(flow: "RoomFlow", state: state, entries: entries)
    return Entry(.init(json: json), branches: [branch])
  }

  @Test("An entry is recognized on screen, no matter how its JSON is written")
  func otherText() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    await tab.attachChild(for: .book(shelf: 3, id: 4))
    let room = try #require(tab.room(4))
    room.core.send(.type("x"))
    await room.attachChild(for: .sheet(5))
    let sheet = try #require(room.room(5))
    _ = world.takeAttempts()
    _ = world.world.takeChanges()
    let written = [
      #"{"book":{"shelf":3,"id":4}}"#, #" { "book" : { "id" : 4 , "shelf" : 3 } }"#,
      #"{"\u0062ook":{"id":4.0,"shelf":3e0}}"#, #"{"book":{"id":4,"shelf":3,"old":1}}"#,
    ]
    for json in written {
      let place = place([entry(json, state: #"\u0078"#, [entry(#"{"sheet": {"_0": 5}}"#)])])
      #expect(await world.travel(to: place) == .arrived)
      #expect(world.takeAttempts().isEmpty)
      #expect(world.world.takeChanges().isEmpty)
      #expect(tab.room(4) === room && room.room(5) === sheet)
      #expect(room.core.restoreCount == 0)
    }
  }

  @Test("An entry with other JSON is attached once, and found after that")
  func otherTextAttached() async throws {
    let world = RoomWorld()
    let place = place([entry(#"{"book":{"shelf":3,"id":4}}"#, [entry(#"{"push": {"_0":1}}"#)])])
    #expect(await world.travel(to: place) == .arrived)
    #expect(world.takeAttempts() == ["book(shelf: 3, id: 4)", "push(1)"])
    #expect(await world.travel(to: place) == .arrived)
    #expect(world.takeAttempts().isEmpty)
    #expect(world.leaf == "Room 1")
  }

  @Test("A place of another type of flow is not taken for the flow's own")
  func otherFlow() async throws {
    let world = RoomWorld()
    await world.visible?.attachChild(for: .push(1))
    let (shape, made) = (world.shape, world.made)
    _ = world.takeAttempts()
    var target = place([entry(#"{"push":{"_0":2}}"#)])
    target.branches[0].flow = "CellarFlow"
    #expect(await world.travel(to: target).description == "incomplete: CellarFlow: no flow")
    #expect(world.takeAttempts().isEmpty)
    #expect(world.shape == shape && world.made == made)
  }

  @Test("A child's branch of another type of flow has no flow; the one of its own type is used")
  func otherChild() async throws {
    let world = RoomWorld()
    let inner = entry(#"{"push":{"_0":2}}"#)
    var outer = entry(#"{"push":{"_0":1}}"#, state: "x", [inner])
    outer.branches[0].flow = "CellarFlow"
    let path = Self.tab + #" › RoomFlow › {"push":{"_0":1}} › CellarFlow: no flow"#
    #expect(await world.travel(to: place([outer])).description == "incomplete: " + path)
    #expect(world.leaf == "Room 1")
    outer.branches.append(.init(flow: "RoomFlow", state: .init(json: #""y""#), entries: [inner]))
    outer.branches[0].entries = []
    #expect(await world.travel(to: place([outer])).description == "incomplete: " + path)
    #expect(world.leaf == "Room 2")
    let stack = world.house?.children.first as? RoomFlow
    #expect(stack?.room(1)?.core.currentState == "y")
  }

  @Test("Equal entries of a stack keep their order, and each its own state")
  func equalEntries() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    let push = #"{"push":{"_0":1}}"#
    let target = place(["a", "b", "c"].map { entry(push, state: $0) })
    func states() -> [String] {
      tab.children.compactMap { ($0 as? RoomFlow)?.core.currentState }
    }
    #expect(await world.travel(to: target) == .arrived)
    #expect(states() == ["a", "b", "c"])
    let first = tab.children.first
    #expect(world.place == target)
    _ = world.takeAttempts()
    tab.screen.navigationController?.popViewController(animated: false)
    await world.context.settled()
    #expect(await world.travel(to: target) == .arrived)
    #expect(world.takeAttempts() == ["push(1)"])
    #expect(states() == ["a", "b", "c"])
    #expect(tab.children.first === first)
    #expect(await world.travel(to: place([entry(push, state: "z")])) == .arrived)
    #expect(states() == ["z"])
    #expect(world.takeAttempts().isEmpty)
  }
}

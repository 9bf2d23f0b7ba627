import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("Stored places of flows")
struct StoredPlaceTests {
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
}

import CoreFlow
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("The place of a flow")
struct PlaceTests {
  @Test("Lists the children with a place in the order of the tree, with selection and state")
  func value() async {
    let world = RoomWorld()
    let tab = world.visible
    world.house?.screen.selectedIndex = 1
    await tab?.attachChild(for: .push(1))
    tab?.room(1)?.core.send(.type("hello"))
    #expect(
      world.place.description == """
        HouseFlow, tab 1
          {"tab":{"_0":0}}
            RoomFlow, ""
              {"push":{"_0":1}}
                RoomFlow, "hello"
          {"tab":{"_0":1}}
            RoomFlow, ""
        """)
    #expect(world.codes.isEmpty)
  }

  @Test("Entries are in the order of the tree, also if they were attached in another one")
  func order() async {
    let world = RoomWorld()
    let tab = world.visible
    await tab?.attachChild(for: .push(1))
    await tab?.attachChild(for: .sheet(2))
    await tab?.attachChild(for: .push(3))
    let values = world.place.branches[0].entries[0].branches[0].entries.map(\.value.json)
    #expect(values.map { $0.prefix(8) } == [#"{"push":"#, #"{"push":"#, #"{"sheet""#])
  }

  @Test("A child without a place is left out with its own children; one shown by hand is not")
  func withoutPlace() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    let plain = world.room("Plain")
    tab.attach(plain, by: .push)
    await plain.attachChild(for: .push(1))
    let before = world.place
    #expect(before.branches[0].entries[0].branches[0].entries.isEmpty)
    await tab.attachChild(for: .hand(2))
    #expect(
      world.place.branches[0].entries[0].branches[0].entries.map(\.value.json)
        == [#"{"hand":{"_0":2}}"#])
  }

  @Test("A value that cannot be encoded is left out, and reported once with the line of its attach")
  func notEncoded() throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    tab.attach(world.room("Heavy"), by: .push, as: .weight(.infinity))
    let line = #line - 1
    #expect(world.place == world.place)
    #expect(world.place.branches[0].entries[0].branches[0].entries.isEmpty)
    #expect(world.codes == ["placeNotEncoded"])
    #expect(world.world.issues.first?.line == UInt(line))
  }

  @Test("A flow that has ended has no branch, and reading makes no screen")
  func ended() {
    let world = RoomWorld()
    let made = world.made
    let flow = world.room("Unseen")
    #expect(flow.place.description == "RoomFlow")
    #expect(world.made == made)
    let house = world.house
    world.leave()
    #expect(house?.place == NavigationPlace())
  }

  @Test("Flows deeper than a stored place may be are left out")
  func deep() throws {
    let world = RoomWorld()
    var flow = try #require(world.visible)
    for id in 0..<(NavigationPlace.maximumDepth + 20) {
      let next = world.room("Room \(id)")
      flow.attach(next, by: .none, as: .push(id))
      flow = next
    }
    let data = try world.place.data()
    #expect(try NavigationPlace(data: data) == world.place)
  }

  @Test("A child with a result can belong to a place")
  func result() async throws {
    let world = RoomWorld()
    let tab = try #require(world.visible)
    let picker = PickerFlow()
    let attachment = tab.attach(picker, by: .push, as: .push(7))
    await attachment.transition?.value()
    #expect(
      world.place.branches[0].entries[0].branches[0].entries.map(\.value.json)
        == [#"{"push":{"_0":7}}"#])
    picker.finish(with: 3)
    #expect(await attachment.result == .value(3))
  }
}

private final class PickerFlow: Flow<RoomCore, HeadlessScreen<RoomCore>>, ResultFlow {
  typealias Output = Int

  override func createCore() -> RoomCore { RoomCore(initialState: "") }

  override func createScreen() -> HeadlessScreen<RoomCore> { HeadlessScreen(reactor: core) }
}

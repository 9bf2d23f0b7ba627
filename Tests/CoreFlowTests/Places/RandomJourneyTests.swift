import CoreFlow
import TestSupport
import Testing

@MainActor
@Suite("Random journeys of flows")
struct RandomJourneyTests {
  @Test(
    "From any place to any other, in the same and in a fresh world",
    arguments: RunLength.seeds(8))
  func anywhere(_ seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let world = RoomWorld()
    var known: [(place: NavigationPlace, shape: String)] = []
    for _ in 0..<40 {
      await act(in: world, &generator)
      if generator.happens(percent: 30) { known.append((world.place, world.shape)) }
      guard let target = known.randomElement(using: &generator) else { continue }
      let outcome = await world.travel(to: target.place)
      #expect(outcome == .arrived, "seed \(seed)")
      #expect(world.shape == target.shape, "seed \(seed)")
      #expect(world.place == target.place, "seed \(seed)")
    }
    for target in known.prefix(4) {
      let fresh = RoomWorld(endsLate: true)
      #expect(await fresh.travel(to: target.place) == .arrived, "seed \(seed)")
      #expect(fresh.shape == target.shape, "seed \(seed)")
    }
    #expect(world.codes.isEmpty, "seed \(seed)")
  }

  /// Does something that the user could do.
  private func act(in world: RoomWorld, _ generator: inout SeededGenerator) async {
    for _ in 0..<generator.next(below: 5) {
      guard let room = world.visible else { return }
      let id = generator.next(below: 4)
      switch generator.next(below: 6) {
      case 0, 1: await room.attachChild(for: .push(id))
      case 2: await room.attachChild(for: .sheet(id))
      case 3: _ = room.screen.navigationController?.userDidTapBack()
      case 4: room.core.send(.type("\(id)"))
      default:
        if world.world.window.rootViewController?.presentedViewController == nil {
          world.house?.screen.selectedIndex = id % 2
        } else {
          _ = room.screen.userDidPullDown()
        }
      }
    }
  }
}

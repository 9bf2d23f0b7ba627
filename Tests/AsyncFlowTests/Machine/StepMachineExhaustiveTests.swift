import AsyncFlow
import Foundation
import Testing

@Suite("The machine, exhaustively")
struct StepMachineExhaustiveTests {
  typealias Event = MachineWorld.Event

  /// The number of steps; set `ASYNCFLOW_MACHINE_STEPS` for a longer search.
  static let steps =
    ProcessInfo.processInfo.environment["ASYNCFLOW_MACHINE_STEPS"].flatMap(Int.init) ?? 2

  /// Tries each event in each reachable world, until no new world appears.
  ///
  /// A world that cannot continue by itself must have no work left.
  @Test(
    "Ends each step once, in any order of events, without breaking its order",
    arguments: [
      (HiddenStepPolicy.hold, HiddenStepPolicy.latestOnly, CoveredStepPolicy.refuse),
      (.drop, .always, .hold),
    ],
    [true, false])
  func everyWorld(
    policies: (parent: HiddenStepPolicy, child: HiddenStepPolicy, covered: CoveredStepPolicy),
    adapts: Bool
  ) {
    let start = MachineWorld(
      inParent: policies.parent, inChild: policies.child, covered: policies.covered,
      adapts: adapts, limit: Self.steps)
    var seen: Set<[Int]> = [start.key]
    var open: [(world: MachineWorld, last: Int?)] = [(start, nil)]
    // Each event with its predecessor: storing a history for each world would take much space.
    var past: [(event: Event, before: Int?)] = []
    func history(to last: Int?) -> [Event] {
      var events: [Event] = []
      var next = last
      while let index = next {
        events.append(past[index].event)
        next = past[index].before
      }
      return events.reversed()
    }
    var failure: String?
    while failure == nil, let (world, last) = open.popLast() {
      for event in Event.allCases where failure == nil && world.allows(event) {
        var next = world
        next.apply(event)
        guard seen.insert(next.key).inserted || !next.problems.isEmpty else { continue }
        let problems = next.problems + next.leftovers
        past.append((event, last))
        if !problems.isEmpty { failure = "\(history(to: past.count - 1)): \(problems)" }
        open.append((next, past.count - 1))
      }
    }
    #expect(failure == nil)
    #expect(seen.count > 5_000)
  }
}

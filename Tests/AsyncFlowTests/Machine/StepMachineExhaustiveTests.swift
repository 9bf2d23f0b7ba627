import AsyncFlow
import Foundation
import Testing

@Suite("The machine, exhaustively")
struct StepMachineExhaustiveTests {
  typealias Event = MachineWorld.Event

  /// The number of steps; set `ASYNCFLOW_MACHINE_STEPS` for a longer search.
  static let steps =
    ProcessInfo.processInfo.environment["ASYNCFLOW_MACHINE_STEPS"].flatMap(Int.init) ?? 2

  struct Rules: Sendable {
    let inParent: HiddenStepPolicy
    let inChild: HiddenStepPolicy
    let covered: CoveredStepPolicy
    let adapts: Bool
  }

  /// The rules of the worlds; without optimisation a search takes half a minute.
  static var allRules: [Rules] {
    var rules = [
      Rules(inParent: .hold, inChild: .latestOnly, covered: .refuse, adapts: true),
      Rules(inParent: .drop, inChild: .always, covered: .hold, adapts: false),
    ]
    #if !DEBUG
    rules += [
      Rules(inParent: .hold, inChild: .latestOnly, covered: .refuse, adapts: false),
      Rules(inParent: .drop, inChild: .always, covered: .hold, adapts: true),
    ]
    #endif
    return rules
  }

  /// Tries each event in each reachable world, until no new world appears.
  ///
  /// A world that cannot continue by itself must have no work left.
  @Test(
    "Ends each step once, in any order of events, without breaking its order",
    arguments: allRules)
  func everyWorld(rules: Rules) {
    let start = MachineWorld(
      inParent: rules.inParent, inChild: rules.inChild, covered: rules.covered,
      adapts: rules.adapts, limit: Self.steps)
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
    var shortcuts = 0
    while failure == nil, let (world, last) = open.popLast() {
      for event in Event.allCases where failure == nil && world.allows(event) {
        var next = world
        next.apply(event)
        shortcuts += next.shortcuts - world.shortcuts
        guard seen.insert(next.key).inserted || !next.problems.isEmpty else { continue }
        let problems = next.problems + next.leftovers
        past.append((event, last))
        if !problems.isEmpty { failure = "\(history(to: past.count - 1)): \(problems)" }
        open.append((next, past.count - 1))
      }
    }
    #expect(failure == nil)
    #expect(seen.count > 5_000)
    #expect(shortcuts > 100)
  }
}

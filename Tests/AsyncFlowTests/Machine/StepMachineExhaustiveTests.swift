import AsyncFlow
import Foundation
import Testing

@Suite("The machine, exhaustively")
struct StepMachineExhaustiveTests {
  /// Set `ASYNCFLOW_MACHINE_DEPTH` to look further.
  static let depth =
    ProcessInfo.processInfo.environment["ASYNCFLOW_MACHINE_DEPTH"].flatMap(Int.init) ?? 5

  @Test(
    "Whatever happens in whatever order, each step ends once, and no order is broken",
    arguments: [HiddenStepPolicy.hold, .latestOnly, .drop, .always])
  func everyInterleaving(policy: HiddenStepPolicy) {
    var histories = 0
    var failure: String?
    explore(MachineWorld(policy: policy), [], &histories, &failure)
    #expect(failure == nil)
    #expect(histories > 1_000)
  }

  private func explore(
    _ world: MachineWorld, _ history: [MachineWorld.Event], _ histories: inout Int,
    _ failure: inout String?
  ) {
    guard failure == nil else { return }
    var closed = world
    let problems = closed.close()
    histories += 1
    guard problems.isEmpty else { return failure = "\(history): \(problems)" }
    guard history.count < Self.depth else { return }
    for event in MachineWorld.Event.allCases where world.allows(event) {
      var next = world
      next.apply(event)
      explore(next, history + [event], &histories, &failure)
    }
  }
}

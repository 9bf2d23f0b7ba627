import CoreFlow
import TestSupport
import Testing

private enum WaitAction {
  case wait(for: @MainActor @Sendable () async -> Void)
  case ended
}

private final class WaitingCore: Core<WaitAction, Int> {
  override func reduce(state: inout Int, action: WaitAction) -> Effect<WaitAction> {
    switch action {
    case .wait(let work):
      return .run { @MainActor send in
        await work()
        await send(.ended)
      }
    case .ended:
      state += 1
      return .none
    }
  }
}

@MainActor
@Suite("Work that waits for other work")
struct WorkThatWaitsForWorkTests {
  let bench = Bench()
  private let core: WaitingCore
  private let other: WaitingCore
  private let gate: ActivityGate

  init() {
    core = WaitingCore(initialState: 0, context: bench.context)
    other = WaitingCore(initialState: 0, context: bench.context)
    gate = ActivityGate("the answer", context: bench.context)
  }

  @Test("An effect that awaits a procedure waits, as the procedure does")
  func procedure() async {
    let procedure = Procedure<WaitingCore>()
    procedure.onStep { [gate] core in
      try await gate.wait()
      return (core, ())
    }
    .finalStep { _, _ in }
    let run = procedure.start(other, context: bench.context)
    core.send(.wait { _ = await run.value() })
    #expect(
      await bench.context.settled().map(\.description) == [
        "WaitingCore: an effect (waits for the outcome of Procedure<WaitingCore>)"
      ])
    gate.open()
    _ = await run.value()
    #expect(await bench.context.settled() == [])
    #expect(core.currentState == 1)
  }

  @Test("A cancelled effect that reaches a closed gate goes on, and settled() waits for it")
  func cancelledAtGate() async {
    let door = Gate()
    var log: [String] = []
    let handle = core.send(
      .wait { [gate] in
        await door.pass()
        try? await gate.wait()
        for _ in 0..<5 { await letOthersRun() }
        log.append("effect")
      })
    other.send(
      .wait { [bench] in
        await bench.context.settled()
        log.append("settled")
      })
    await door.arrival()
    for _ in 0..<5 { await letOthersRun() }
    handle.cancel()
    door.open()
    await bench.context.settled()
    #expect(log == ["effect", "settled"])
  }

  @Test("An effect that awaits the effects of an action waits if these do")
  func effects() async {
    core.send(
      .wait { [other, gate] in await other.send(.wait { try? await gate.wait() }).finish() })
    #expect(
      await bench.context.settled().map(\.description).sorted() == [
        "WaitingCore: an effect (waits for the answer)",
        "WaitingCore: an effect (waits for the end of an action’s effects)",
      ])
    gate.open()
    #expect(await bench.context.settled() == [])
    #expect([core.currentState, other.currentState] == [1, 1])
  }

  @Test("A task of the context that awaits the effects of an action waits if these do")
  func task() async {
    let run = bench.context.run("the refresh") { [core, gate] in
      await core.send(.wait { try? await gate.wait() }).finish()
    }
    #expect(
      await bench.context.settled().map(\.description).sorted() == [
        "WaitingCore: an effect (waits for the answer)",
        "the refresh (waits for the end of an action’s effects)",
      ])
    gate.open()
    #expect(await bench.context.settled() == [])
    withExtendedLifetime(run) {}
  }

  @Test("An effect that awaits the effects of an action is not settled while these run")
  func running() async {
    let gate = Gate()
    core.send(.wait { [other] in await other.send(.wait { await gate.pass() }).finish() })
    let settled = Task { await bench.context.settled() }
    for _ in 0..<20 { await letOthersRun() }
    gate.open()
    #expect(await settled.value == [])
    #expect([core.currentState, other.currentState] == [1, 1])
  }
}

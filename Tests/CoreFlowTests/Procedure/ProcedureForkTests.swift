import CoreFlow
import TestSupport
import Testing

private struct Broken: Error {}

@MainActor
private final class Root {
  var log: [String] = []
}

/// Commits a chain in one of its running steps.
private final class ForkingProcedure: Procedure<Root> {
  private(set) var forks = 0
  var gate: Gate?

  override init() {
    super.init()
    onStep { [unowned self] root in
      root.log.append("first")
      let chain = onStep { root in
        root.log.append("forked")
        await self.gate?.pass()
        return (root, 1)
      }
      chain.finalStep { root, number in root.log.append("end of fork \(number)") }
      return (root, ())
    }
    .finalStep { root, _ in root.log.append("end") }
  }

  override func didFork() { forks += 1 }
}

@MainActor
@Suite("A procedure that commits chains in its steps")
struct ProcedureForkTests {
  private let bench = Bench()
  private let root = Root()

  @Test("Begins a chain committed by a running step once in that run, in every run")
  func runsOnce() async {
    let procedure = ForkingProcedure()
    for start in 1...3 {
      root.log = []
      let handle = procedure.start(root, context: bench.context)
      #expect("\(String(describing: await handle.value()))".contains("completed"))
      #expect(root.log.sorted() == ["end", "end of fork 1", "first", "forked"])
      #expect(procedure.forks == start)
    }
    #expect(bench.codes == [])
  }

  @Test("Is retained by its run, so that its steps can commit chains")
  func temporary() async {
    weak var weakProcedure: ForkingProcedure?
    let handle: ProcedureHandle
    do {
      let procedure = ForkingProcedure()
      weakProcedure = procedure
      handle = procedure.start(root, context: bench.context)
    }
    #expect("\(String(describing: await handle.value()))".contains("completed"))
    #expect(root.log.contains("end of fork 1"))
    #expect(weakProcedure == nil)
  }

  @Test("Ends after the chain has ended, too")
  func waitsForFork() async {
    let procedure = ForkingProcedure()
    let gate = Gate()
    procedure.gate = gate
    let handle = procedure.start(root, context: bench.context)
    await gate.arrival()
    await Drain.mainQueue()
    #expect(root.log.contains("end"))
    #expect(handle.outcome == nil)
    gate.open()
    _ = await handle.value()
    #expect(root.log.last == "end of fork 1")
  }

  @Test("Cancelling it cancels the chain")
  func cancelled() async {
    let procedure = ForkingProcedure()
    let gate = Gate()
    procedure.gate = gate
    let handle = procedure.start(root, context: bench.context)
    await gate.arrival()
    handle.cancel()
    gate.open()
    await Drain.mainQueue()
    await Drain.mainQueue()
    #expect(!root.log.contains("end of fork 1"))
  }

  @Test("Begins the chain also from a task or another procedure inside the step")
  func fromInside() async {
    let procedure = Procedure<Root>()
    let bench = bench
    procedure.onStep { [unowned procedure] root in
      _ = await Task {
        procedure.onStep { ($0, "child task") }.finalStep { $0.log.append($1) }
      }.value
      let other = Procedure<Root>()
      other.onStep { ($0, "other") }
        .finalStep { root, _ in
          procedure.onStep { ($0, "other procedure") }.finalStep { $0.log.append($1) }
        }
      _ = await other.start(root, context: bench.context).value()
      return (root, ())
    }.commit()
    for _ in 0..<2 {
      root.log = []
      _ = await procedure.start(root, context: bench.context).value()
      #expect(root.log.sorted() == ["child task", "other procedure"])
    }
  }

  @Test("Reports a chain that is committed after the run has ended, and never begins it")
  func tooLate() async {
    let procedure = Procedure<Root>()
    let gate = Gate()
    procedure.onStep { [unowned procedure] root in
      await gate.pass()
      procedure.onStep { ($0, "late") }.finalStep { $0.log.append($1) }
      return (root, ())
    }.commit()
    let handle = procedure.start(root, context: bench.context)
    await gate.arrival()
    handle.cancel()
    gate.open()
    await Drain.mainQueue()
    await Drain.mainQueue()
    #expect(bench.codes == ["committedTooLate"])
    #expect(bench.issues.first?.fileID == #fileID)
    #expect(root.log == [])
  }

  @Test("Takes a chain that is committed outside its steps for later runs")
  func outside() async {
    let procedure = Procedure<Root>()
    let gate = Gate()
    procedure.onStep { root in
      await gate.pass()
      return (root, ())
    }.commit()
    let handle = procedure.start(root, context: bench.context)
    await gate.arrival()
    procedure.onStep { ($0, "next time") }.finalStep { $0.log.append($1) }
    gate.open()
    _ = await handle.value()
    #expect(root.log == [])
    _ = await procedure.start(root, context: bench.context).value()
    #expect(root.log == ["next time"])
  }

  @Test("Lets other work run between attempts without a pause, and reports endless retries once")
  func endlessRetry() async {
    var attempts = 0
    let procedure = Procedure<Root>()
    procedure.onStep(
      ProcedureSteps { (_: Root, _: Void) -> (Root, Void) in
        attempts += 1
        throw Broken()
      }.retry(.max)
    ).commit()
    let handle = procedure.start(root, context: bench.context)
    while attempts < 1_500 { await letOthersRun() }
    #expect(bench.codes == ["endlessRetry"])
    #expect(bench.issues.first?.fileID == #fileID)
    #expect(handle.outcome == nil)
    handle.cancel()
    await Drain.mainQueue()
    let last = attempts
    await letOthersRun()
    await letOthersRun()
    #expect(attempts == last)
  }

  @Test("Leaves nothing of an ended run in a core's store")
  func storeDoesNotGrow() async {
    let core = bench.core()
    let procedure = Procedure<Root>()
    procedure.onStep { ($0, ()) }.commit()
    weak var weakHandle: ProcedureHandle?
    for _ in 0..<1_000 {
      do {
        let handle = procedure.start(root, context: bench.context)
        weakHandle = handle
        handle.store(in: &core.store)
        _ = await handle.value()
      }
      #expect(weakHandle == nil)
    }
    #expect(core.store.count < 64)
  }

  @Test("Keeps running handles in the store, however many have ended")
  func storeKeepsRunning() async {
    let core = bench.core()
    let gate = Gate()
    let procedure = Procedure<Root>()
    procedure.onStep { root in
      await gate.pass()
      return (root, ())
    }.commit()
    let short = Procedure<Root>()
    short.onStep { ($0, ()) }.commit()
    var outcomes: [String] = []
    for _ in 0..<50 {
      procedure.start(root, context: bench.context) { outcomes.append("\($0)") }
        .store(in: &core.store)
      let handle = short.start(root, context: bench.context)
      handle.store(in: &core.store)
      _ = await handle.value()
    }
    #expect(outcomes == [])
    core.store = []
    await Drain.mainQueue()
    #expect(outcomes == Array(repeating: "cancelled: on request", count: 50))
    gate.open()
  }
}

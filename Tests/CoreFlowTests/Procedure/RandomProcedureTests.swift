import CoreFlow
import TestSupport
import Testing

/// Random procedures beside an interpreter of the same steps that never waits.
@MainActor
@Suite("Random procedures")
struct RandomProcedureTests {
  @Test("Do what their steps say in turn, end once, and leave nothing behind")
  func random() async {
    for seed in RunLength.seeds(60) {
      for number in 0..<RunLength.operations(5) {
        let run = RandomProcedure(seed: seed &+ UInt64(number))
        await run.perform()
        guard run.faults.isEmpty else {
          Issue.record("NAVIGATION_SEED=\(seed), procedure \(number): \(run.faults)\n\(run.log)")
          return
        }
      }
    }
  }
}

private struct Broken: Error {
  let step: Int
}

/// A composition of steps.
private indirect enum Plan {
  case step(Int)
  case sequence(Plan, Plan)
  case branch(even: Plan, odd: Plan)
  case retry(Plan, count: Int, pause: Double, onlyEven: Bool)
  case deadline(Plan)
}

/// What a step does.
private struct Script {
  enum Ending {
    case value
    /// Throws in its first attempts.
    case broken(attempts: Int)
    case stop
    case cancel
  }

  var chain: Int
  var ending: Ending
  var waits: Bool
  /// The chain that it commits in its first attempt.
  var commits: Int?
}

/// A chain: shared steps, if the chain is one of a fork, and its own.
private struct ChainPlan {
  var isForked: Bool
  var own: Plan
}

private final class ChildFlow: ScreenLessFlow<ScreenLessCore> {
  override func createCore() -> ScreenLessCore { ScreenLessCore() }
}

@MainActor
private final class RandomProcedure {
  typealias Steps = ProcedureSteps<AnyObject, Int, AnyObject, Int>

  private(set) var faults: [String] = []
  private(set) var log: [String] = []

  private var random: SeededGenerator
  private let bench = Bench()
  private let root: ChildFlow
  private let child = ChildFlow()
  private var scripts: [Script] = []
  private var shared: Plan?
  private var chains: [ChainPlan] = []
  private var attempts: [Int: Int] = [:]
  /// The steps that each chain has performed, with their inputs; the shared ones are those of -1.
  private var performed: [Int: [String]] = [:]
  /// The chains in the order in which they were committed.
  private var committed: [Int] = []
  private var gates: [ActivityGate] = []
  private var isInterrupted = false
  private weak var procedure: Procedure<AnyObject>?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    root = ChildFlow(context: bench.context)
    _ = root.core
    root.attach(child, by: .none)
  }

  func perform() async {
    isInterrupted = random.happens(percent: 50)
    weak var weakTarget: AnyObject?
    do {
      let target = Probe()
      weakTarget = target
      await run(on: target)
    }
    // The flow that an interruption has detached is watched for a leak, and the test retains it.
    bench.clock.advance(by: 100)
    // A cancelled pause comes back by way of the thread pool, in some turns of the main actor.
    for _ in 0..<1_000 where weakTarget != nil || procedure != nil { await letOthersRun() }
    if weakTarget != nil { faults.append("the root is alive") }
    if procedure != nil { faults.append("the procedure is alive") }
    if !bench.context.activity.isIdle { faults.append("\(bench.context.activity.running)") }
    if bench.clock.sleeperCount > 0 { faults.append("a timer is left") }
    let codes = bench.codes.filter { $0 != "leak" }
    if codes != [] { faults.append("\(codes)") }
  }

  private func run(on target: AnyObject) async {
    let made = makeProcedure()
    procedure = made
    var outcomes: [ProcedureOutcome] = []
    var handle: ProcedureHandle? = made.start(target, context: bench.context) {
      outcomes.append($0)
    }
    while let current = handle, current.outcome == nil {
      _ = await bench.context.settled()
      guard current.outcome == nil else { break }
      if isInterrupted, random.happens(percent: 15) {
        interrupt(made, &handle)
      } else if !gates.isEmpty, random.happens(percent: 70) {
        gates.remove(at: random.next(below: gates.count)).open()
      } else if let time = bench.clock.timeToNextSleeper, time < 100 {
        bench.clock.advance(by: time)
      } else if gates.isEmpty {
        return faults.append("stuck: \(bench.context.activity.waiting)")
      }
    }
    await Drain.mainQueue()
    let logAtEnd = log
    let outcome = outcomes.first
    // The steps of an interrupted run are cancelled, so that they end without it.
    if random.happens(percent: 50) { for gate in gates { gate.open() } }
    _ = await bench.context.settled()
    await Drain.mainQueue()
    if log != logAtEnd {
      faults.append("performed after the end: \(log.dropFirst(logAtEnd.count))")
    }
    guard outcomes.count == 1, let outcome else { return faults.append("\(outcomes)") }
    if let known = handle?.outcome, "\(known)" != "\(outcome)" { faults.append("\(known)") }
    compare(outcome)
  }

  private func interrupt(_ procedure: Procedure<AnyObject>, _ handle: inout ProcedureHandle?) {
    let action = random.next(below: 4)
    log.append("interruption \(action)")
    switch action {
    case 0: handle?.cancel()
    case 1: procedure.cancel()
    case 2: handle = nil
    default: if root.children.contains(where: { $0 === child }) { root.detach(child) }
    }
  }

  // MARK: Making

  private func makeProcedure() -> Procedure<AnyObject> {
    let procedure = Procedure<AnyObject>()
    procedure.keepsSettledWaiting = true
    if random.happens(percent: 50) { shared = makePlan(chain: -1, depth: 2) }
    for _ in 0...random.next(below: 4) {
      makeChain(isForked: shared != nil && random.happens(percent: 60))
    }
    let fork = shared.map { procedure.onStep(entry).onStep(steps($0)).fork() }
    // The others are committed by steps.
    for index in chains.indices where !scripts.contains(where: { $0.commits == index }) {
      commit(index, of: procedure, after: fork)
    }
    return procedure
  }

  private func makeChain(isForked: Bool) {
    let index = chains.count
    chains.append(ChainPlan(isForked: isForked, own: .step(0)))
    chains[index].own = makePlan(chain: index, depth: 3)
  }

  private func makePlan(chain: Int, depth: Int) -> Plan {
    guard depth > 0, random.happens(percent: 80) else { return makeStep(chain: chain) }
    switch random.next(below: 8) {
    case 0, 1, 2, 3:
      return .sequence(
        makePlan(chain: chain, depth: depth - 1), makePlan(chain: chain, depth: depth - 1))
    case 4:
      return .branch(
        even: makePlan(chain: chain, depth: depth - 1),
        odd: makePlan(chain: chain, depth: depth - 1))
    case 5, 6:
      return .retry(
        makePlan(chain: chain, depth: depth - 1), count: random.next(below: 3),
        pause: random.happens(percent: 50) ? 0 : 0.5, onlyEven: random.happens(percent: 30))
    default:
      return .deadline(makePlan(chain: chain, depth: depth - 1))
    }
  }

  private func makeStep(chain: Int) -> Plan {
    let number = scripts.count
    let ending: Script.Ending =
      switch random.next(below: 24) {
      case 0: .stop
      case 1: .cancel
      case 2, 3, 4: .broken(attempts: 1 + random.next(below: 3))
      default: .value
      }
    scripts.append(
      Script(chain: chain, ending: ending, waits: random.happens(percent: 40), commits: nil))
    if chains.count < 8, random.happens(percent: 6) {
      scripts[number].commits = chains.count
      makeChain(isForked: false)
    }
    return .step(number)
  }

  // MARK: The procedure

  /// Begins every chain; not a step of the plan.
  private func entry(_ root: AnyObject) -> (AnyObject, Int) { (root, 0) }

  private func commit(
    _ index: Int, of procedure: Procedure<AnyObject>,
    after fork: ProcedureStep<AnyObject, AnyObject, Int>?
  ) {
    committed.append(index)
    let plan = chains[index]
    let start = plan.isForked ? fork : nil
    (start ?? procedure.onStep(entry)).onStep(steps(plan.own)).commit()
  }

  private func steps(_ plan: Plan) -> Steps {
    switch plan {
    case .step(let number):
      return Steps { [unowned self] target, input in
        let value = try await performStep(number, input)
        return (random.happens(percent: 30) ? child.core : target, value)
      }
    case .sequence(let first, let second):
      return steps(first).onStep(steps(second))
    case .branch(let even, let odd):
      let (even, odd) = (steps(even), steps(odd))
      return Steps { target, input in (target, input) }.branch { _, value in
        value.isMultiple(of: 2) ? even : odd
      }
    case .retry(let plan, let count, let pause, let onlyEven):
      return steps(plan).retry(count, after: pause) { error in
        !onlyEven || (error as? Broken)?.step.isMultiple(of: 2) ?? false
      }
    case .deadline(let plan):
      return steps(plan).deadline(isInterrupted && random.happens(percent: 50) ? 0.8 : 1_000_000)
    }
  }

  private func performStep(_ number: Int, _ input: Int) async throws -> Int {
    let script = scripts[number]
    let attempt = attempts[number, default: 0]
    attempts[number] = attempt + 1
    log.append("\(script.chain): \(number)(\(input))")
    performed[script.chain, default: []].append("\(number)(\(input))")
    if attempt == 0, let index = script.commits, let procedure {
      commit(index, of: procedure, after: nil)
    }
    if script.waits {
      let gate = ActivityGate("step \(number)", context: bench.context)
      gates.append(gate)
      try await gate.wait()
    }
    return try Interpreter.value(of: script.ending, step: number, attempt: attempt, input)
  }

  // MARK: Comparing

  private func compare(_ outcome: ProcedureOutcome) {
    var interpreter = Interpreter(scripts: scripts)
    var endOfShared: Result<Int, any Error> = .success(0)
    var numberAfterShared = 1
    if let shared, chains.contains(where: \.isForked) {
      endOfShared = interpreter.result(of: shared, 0)
      numberAfterShared = interpreter.number
      check(-1, interpreter.log)
    }
    var outcomes: [String] = []
    for index in committed {
      let plan = chains[index]
      interpreter.number = plan.isForked ? numberAfterShared : 1
      interpreter.log = []
      let result = (plan.isForked ? endOfShared : .success(0)).flatMap {
        interpreter.result(of: plan.own, $0)
      }
      outcomes.append(interpreter.outcome(result))
      check(index, interpreter.log)
    }
    guard !isInterrupted else { return }
    let expected = outcomes.first { $0 != "completed" } ?? "completed"
    if Interpreter.words(outcome) != expected { faults.append("\(outcome), not \(expected)") }
  }

  private func check(_ chain: Int, _ expected: [String]) {
    let found = performed[chain] ?? []
    let isRight = isInterrupted ? expected.starts(with: found) : expected == found
    if !isRight { faults.append("chain \(chain): \(found), not \(expected)") }
  }
}

private final class Probe {}

/// Performs plans without waiting.
private struct Interpreter {
  let scripts: [Script]
  var log: [String] = []
  /// The number of the latest step in its chain.
  var number = 1
  private var attempts: [Int: Int] = [:]

  init(scripts: [Script]) { self.scripts = scripts }

  static func value(
    of ending: Script.Ending, step: Int, attempt: Int, _ input: Int
  ) throws -> Int {
    switch ending {
    case .broken(let count) where attempt < count: throw Broken(step: step)
    case .value, .broken: return input + step + 1
    case .stop: throw ProcedureStop()
    case .cancel: throw CancellationError()
    }
  }

  mutating func result(of plan: Plan, _ input: Int) -> Result<Int, any Error> {
    do { return .success(try value(of: plan, input)) } catch { return .failure(error) }
  }

  private mutating func value(of plan: Plan, _ input: Int) throws -> Int {
    switch plan {
    case .step(let step):
      number += 1
      log.append("\(step)(\(input))")
      let attempt = attempts[step, default: 0]
      attempts[step] = attempt + 1
      return try Self.value(of: scripts[step].ending, step: step, attempt: attempt, input)
    case .sequence(let first, let second):
      return try value(of: second, try value(of: first, input))
    case .branch(let even, let odd):
      number += 1
      return try value(of: input.isMultiple(of: 2) ? even : odd, input)
    case .retry(let plan, let count, _, let onlyEven):
      let start = number
      for _ in 0..<count {
        do {
          return try value(of: plan, input)
        } catch let error as Broken where !onlyEven || error.step.isMultiple(of: 2) {
          number = start
        }
      }
      return try value(of: plan, input)
    case .deadline(let plan):
      return try value(of: plan, input)
    }
  }

  func outcome(_ result: Result<Int, any Error>) -> String {
    switch result {
    case .success: "completed"
    case .failure(is ProcedureStop): "stopped \(number)"
    case .failure(is CancellationError): "cancelled \(number)"
    case .failure(let error): "\(error) \(number)"
    }
  }

  static func words(_ outcome: ProcedureOutcome) -> String {
    switch outcome {
    case .completed: "completed"
    case .failed(let error, let location): "\(error) \(location.number)"
    case .stoppedEarly(let location): "stopped \(location.number)"
    case .cancelled(.byStep(let location)): "cancelled \(location.number)"
    case .cancelled, .timedOut: "\(outcome)"
    }
  }
}

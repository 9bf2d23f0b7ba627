import CoreFlow
import TestSupport
import Testing

@MainActor
private final class Source {
  let numbers = AsyncPassthroughSubject<Int>()
}

private final class WorkerCore: Core<Int, [Int]> {
  let source: Source
  private(set) var starts = 0
  private(set) var ends = 0

  init(_ source: Source) {
    self.source = source
    super.init(initialState: [])
    whileActive("count") { core in core.starts += 1 }
  }

  override func reduce(state: inout [Int], action: Int) -> Effect<Int> {
    state.append(action)
    return .none
  }

  override func didBecomeActive() {
    whileActive("follow") { core in
      for await number in core.source.numbers.stream { core.send(number) }
      core.ends += 1
    }
  }
}

private final class WorkerFlow: ScreenLessFlow<WorkerCore> {
  let source: Source

  init(_ source: Source) {
    self.source = source
    super.init()
  }

  override func createCore() -> WorkerCore { WorkerCore(source) }
}

@MainActor
@Suite("Activity of a core")
struct CoreActivityTests {
  private let world = ProbeWorld()
  private let source = Source()

  @Test("Work runs while the core is active, once for each activation, wherever it is declared")
  func whileActive() async throws {
    let flow = WorkerFlow(source)
    for round in 1...3 {
      world.root.attach(flow, by: .none)
      await letOthersRun()
      source.numbers.send(round)
      try await flow.core.state { $0.count == round }
      #expect(flow.core.starts == round)
      // Endless work does not delay it.
      #expect(await world.world.context.settled() == [])
      world.root.detach(flow)
      await letOthersRun()
      #expect(flow.core.ends == round)
      source.numbers.send(9)
    }
    await letOthersRun()
    #expect(flow.core.currentState == [1, 2, 3])
    #expect(world.codes == [])
  }

  @Test("Work does not begin if the core resigns before its turn, unless it is active again")
  func resignsBeforeItsTurn() async {
    let flow = WorkerFlow(source)
    let plain = PlainFlow()
    plain.core.whileActive("note") { core in core.log.append("work") }
    for child in [flow, plain] as [any Flowable] {
      world.root.attach(child, by: .none)
      world.root.detach(child)
    }
    await letOthersRun()
    #expect(flow.core.starts == 0 && flow.core.ends == 0)
    #expect(plain.core.log == ["active", "detach", "resign"])

    for child in [flow, plain] as [any Flowable] {
      world.root.attach(child, by: .none)
      world.root.detach(child)
      world.root.attach(child, by: .none)
    }
    await letOthersRun()
    #expect(flow.core.starts == 1)
    #expect(plain.core.log.suffix(2) == ["active", "work"])
    #expect(world.codes == [])
  }

  @Test("Work that runs does not keep the core after the flow's end")
  func released() async {
    weak var weakCore: WorkerCore?
    do {
      let flow = WorkerFlow(source)
      weakCore = flow.core
      world.root.attach(flow, by: .none)
      await letOthersRun()
      world.root.detach(flow)
    }
    await letOthersRun()
    #expect(weakCore == nil)
  }

  @Test("Work of a core without a flow does not start; that of one without state does")
  func others() async {
    let core = WorkerCore(source)
    await letOthersRun()
    #expect(core.starts == 0)

    let flow = PlainFlow()
    flow.core.whileActive("note") { core in core.log.append("work") }
    world.root.attach(flow, by: .none)
    await letOthersRun()
    #expect(flow.core.log == ["active", "work"])
    world.root.detach(flow)
  }

  @Test("The stream of the activity has the current value, then each change, and ends")
  func stream() async {
    var stream: AsyncStream<Bool>
    var plain: AsyncStream<Bool>
    do {
      let flow = ProbeFlow("flow", world.journal)
      let other = PlainFlow()
      world.root.attach(flow, by: .none)
      stream = flow.core.isActiveStream
      plain = other.core.isActiveStream
      world.root.detach(flow)
      world.root.attach(flow, by: .none)
      world.root.detach(flow)
    }
    var values: [Bool] = []
    for await value in stream { values.append(value) }
    #expect(values == [true, false, true, false])
    values = []
    for await value in plain { values.append(value) }
    #expect(values == [true, false])
  }

  @Test("A wait for a state returns the current one's value, else the first later one's")
  func state() async throws {
    let bench = Bench()
    let core = bench.core()
    #expect(try await core.state { $0.count == 0 }.text == core.currentState.text)
    let waiting = bench.context.run("wait") {
      let count = try? await core.state { $0.count > 1 ? $0.count * 10 : nil }
      core.send(.rename("\(count ?? 0)"))
    }
    #expect(
      await bench.context.settled().map(\.waitingFor) == ["a state of CounterCore"])
    core.send(.add(1))
    core.send(.add(1))
    core.send(.add(1))
    _ = await bench.context.settled()
    #expect(core.currentState.text == "20")
    withExtendedLifetime(waiting) {}
  }

  @Test("A condition is awaited until it is true, whatever result the caller expects")
  func condition() async throws {
    let bench = Bench()
    let core = bench.core()
    var ends: [String] = []
    let tasks = [
      bench.context.run("a state") {
        _ = try? await core.state { $0.count > 1 }; ends.append("1")
      },
      bench.context.run("a flag") {
        let flag: Bool? = try? await core.state { $0.count > 1 }
        ends.append("2 \(flag ?? false)")
      },
      bench.context.run("a test") {
        if let isThere = try? await core.state({ $0.isLarge }) as Bool, isThere { ends.append("3") }
      },
      bench.context.run("statements") {
        let flag: Bool? = try? await core.state { state in
          guard state.count > 0 else { return false }
          return state.isLarge
        }
        ends.append("4 \(flag ?? false)")
      },
      bench.context.run("labelled") {
        _ = try? await core.state(where: { $0.isLarge })
        ends.append("5")
      },
      bench.context.run("in parentheses") {
        _ = try? await core.state({ $0.isLarge })
        ends.append("6")
      },
      bench.context.run("statements without a result") {
        _ = try? await core.state { state in
          guard state.count > 0 else { return false }
          return state.isLarge
        }
        ends.append("7")
      },
    ]
    #expect(await bench.context.settled().count == 7)
    core.send(.add(1))
    #expect(await bench.context.settled().count == 7)
    core.send(.add(1))
    #expect(await bench.context.settled() == [])
    #expect(ends.sorted() == ["1", "2 true", "3", "4 true", "5", "6", "7"])
    #expect(try await core.state { $0.isLarge })
    withExtendedLifetime(tasks) {}
  }

  @Test("A wait for a state is cancelled with the core, and with its task")
  func cancelledState() async {
    let flow = ProbeFlow("flow", world.journal)
    world.root.attach(flow, by: .none)
    let core = flow.core
    let wait = { @MainActor () -> String in
      do { return "\(try await core.state { $0 == 9 })" } catch { return "\(type(of: error))" }
    }
    let task = Task { await wait() }
    let other = Task { await wait() }
    await Drain.mainQueue()
    other.cancel()
    #expect(await other.value == "CancellationError")
    world.root.detach(flow)
    #expect(await task.value == "CancellationError")
    await #expect(throws: CancellationError.self) { try await core.state { $0 == 9 } }
  }
}

extension CounterState {
  fileprivate var isLarge: Bool { count > 1 }
}

private final class ManyCore: Core<Int, [String]> {
  var names: [String] = []
  var log: [String] = []

  override func didBecomeActive() {
    whileActive("one") { $0.log.append("left") }; whileActive("one") { $0.log.append("right") }
    for name in names { whileActive(name) { $0.log.append(name) } }
  }
}

private final class ManyFlow: ScreenLessFlow<ManyCore> {
  override func createCore() -> ManyCore { ManyCore(initialState: []) }
}

private final class EarlyCore: Core<Int, [String]> {
  static let line = UInt(#line + 6)
  var log: [String] = []

  init() {
    super.init(initialState: [])
    for number in 1...2 {
      whileActive("early") { $0.log.append("early \(number)") }
    }
  }
}

private final class EarlyFlow: ScreenLessFlow<EarlyCore> {
  override func createCore() -> EarlyCore { EarlyCore() }
}

@MainActor
@Suite("Several pieces of work while a core is active")
struct RepeatedWorkTests {
  private let world = ProbeWorld()

  @Test("Two calls run both, also in one line with one name, at each activation")
  func twoCalls() async {
    let flow = ManyFlow()
    for _ in 1...2 {
      world.root.attach(flow, by: .none)
      await letOthersRun()
      #expect(flow.core.log.sorted() == ["left", "right"])
      flow.core.log = []
      world.root.detach(flow)
    }
    #expect(world.codes == [])
  }

  @Test("One call that is repeated within an activation runs once for each name, and is reported")
  func repeated() async {
    let flow = ManyFlow()
    world.root.attach(flow, by: .none)
    flow.core.names = ["a", "b", "a"]
    flow.core.log = []
    flow.core.didBecomeActive()
    await letOthersRun()
    #expect(flow.core.log.sorted().filter { $0 < "c" } == ["a", "b"])
    // Both calls of the first line, and the second "a".
    #expect(world.codes == ["workRepeated", "workRepeated", "workRepeated"])
    world.root.detach(flow)
  }

  @Test("A repetition before the first activation is reported at that activation")
  func early() async {
    let flow = EarlyFlow()
    world.root.attach(flow, by: .none)
    await letOthersRun()
    #expect(flow.core.log == ["early 1"])
    #expect(world.codes == ["workRepeated"])
    #expect(world.world.issues.first?.line == EarlyCore.line)
  }

  @Test("A core that was activated by hand several times before its attachment repeats nothing")
  func activatedByHand() async {
    let flow = ManyFlow()
    flow.core.names = ["a"]
    for _ in 1...3 { flow.core.didBecomeActive() }
    world.root.attach(flow, by: .none)
    await letOthersRun()
    #expect(flow.core.log.sorted() == ["a", "left", "right"])
    #expect(world.codes == [])
    world.root.detach(flow)
  }
}

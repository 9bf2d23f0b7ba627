import Combine
import CoreFlow
import Foundation
import Testing

private struct Broken: Error {}

@MainActor
@Suite("A procedure with publishers")
struct ProcedurePublisherTests {
  let bench = Bench()

  private func start(
    _ procedure: Procedure<Int>, _ outcomes: Outcomes
  ) -> ProcedureHandle {
    procedure.start(1, context: bench.context) { outcomes.note($0) }
  }

  @Test("The first element ends a step, and begins the next")
  func completes() async {
    let numbers = PassthroughSubject<Int, Never>()
    let asked = Gate()
    var log: [String] = []
    let procedure = Procedure<Int>()
    procedure
      .onStep { root in Just((root + 1, "a")).eraseToAnyPublisher() }
      .onStep { next, text in
        log.append("\(next) \(text)")
        Task { await asked.pass() }
        return numbers.map { ("next", $0) }.eraseToAnyPublisher()
      }
      .finalStep { next, number in log.append("\(next) \(number)") }
    let outcomes = Outcomes()
    let handle = start(procedure, outcomes)
    await asked.arrival()
    numbers.send(7)
    numbers.send(8)
    asked.open()
    _ = await handle.value()
    #expect(log == ["2 a", "next 7"])
    #expect(outcomes.all == ["completed"])
  }

  @Test("A publisher that ends without an element stops early, one that fails fails")
  func ends() async {
    let stopping = Procedure<Int>()
    stopping.onStep { _ in Empty<(Int, Int), Never>().eraseToAnyPublisher() }.commit()
    let failing = Procedure<Int>()
    failing.onStep { _ in Fail<(Int, Int), Broken>(error: Broken()).eraseToAnyPublisher() }
      .commit()
    let outcomes = Outcomes()
    for procedure in [stopping, failing] { _ = await start(procedure, outcomes).value() }
    #expect(outcomes.all == ["stopped early at step 1", "failed at step 1"])
  }

  @Test("Cancelling ends the subscription of the running step")
  func cancel() async {
    let subject = PassthroughSubject<(Int, Int), Never>()
    let asked = Gate()
    let cancelled = Gate()
    let procedure = Procedure<Int>()
    procedure.onStep { _ in
      Task { await asked.pass() }
      return subject.handleEvents(receiveCancel: { Task { @MainActor in await cancelled.pass() } })
        .eraseToAnyPublisher()
    }.commit()
    let outcomes = Outcomes()
    let handle = start(procedure, outcomes)
    await asked.arrival()
    handle.cancel()
    #expect(outcomes.all == ["cancelled: on request"])
    await cancelled.arrival()
    asked.open()
    cancelled.open()
  }

  @Test("A result off the main actor fails with advice")
  func elsewhere() async {
    let procedure = Procedure<Int>()
    let asked = Gate()
    let subject = PassthroughSubject<(Int, Int), Never>()
    procedure.onStep { _ in
      Task { await asked.pass() }
      return subject.eraseToAnyPublisher()
    }.commit()
    let outcomes = Outcomes()
    let handle = start(procedure, outcomes)
    await asked.arrival()
    // The subject has a lock of its own.
    nonisolated(unsafe) let sender = subject
    await Elsewhere.run { sender.send((1, 2)) }
    guard case .failed(let error, _) = await handle.value() else {
      Issue.record("The outcome was \(outcomes.all).")
      return
    }
    #expect("\(error)".contains("receive(on: DispatchQueue.main)"))
    asked.open()
  }

  @Test("Shared steps take publishers, too")
  func shared() async {
    let steps = ProcedureSteps { (root: Int, _: Void) in
      Just((root, root * 10)).eraseToAnyPublisher()
    }.onStep { root, number in Just((root, number + 1)).eraseToAnyPublisher() }
    var results: [Int] = []
    let procedure = Procedure<Int>()
    procedure.onStep(steps).finalStep { _, number in results.append(number) }
    _ = await start(procedure, Outcomes()).value()
    #expect(results == [11])
  }

  @Test("Releases everything after the end")
  func release() async {
    weak var token: Token?
    do {
      let strong = Token()
      token = strong
      let subject = CurrentValueSubject<Int, Never>(3)
      let procedure = Procedure<Int>()
      procedure.onStep { root in
        subject.map { [strong] number in withExtendedLifetime(strong) { (root, number) } }
          .eraseToAnyPublisher()
      }.commit()
      _ = await start(procedure, Outcomes()).value()
    }
    #expect(token == nil)
  }
}

@MainActor
private final class Outcomes {
  private(set) var all: [String] = []

  func note(_ outcome: ProcedureOutcome) {
    // Without the location.
    all.append("\(outcome)".components(separatedBy: " (")[0])
  }
}

import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The suspension of a task of the main actor")
struct MainActorContinuationTests {
  private let log = Log()

  /// Starts tasks that wait, and returns when they do.
  private func waiting(_ count: Int) async -> (
    waits: [MainActorContinuation], tasks: [Task<Void, Never>]
  ) {
    var waits: [MainActorContinuation] = []
    let tasks = (0..<count).map { number in
      Task {
        await withMainActorContinuation { waits.append($0) }
        log.entries.append("\(number)")
      }
    }
    await letOthersRun()
    #expect(waits.count == count)
    return (waits, tasks)
  }

  @Test("Tasks proceed in the order in which they were resumed")
  func order() async {
    let (waits, tasks) = await waiting(1_000)
    let order = waits.indices.map { $0 * 7 % waits.count }
    for index in order { waits[index].resume() }
    #expect(log.entries.isEmpty)
    for task in tasks { await task.value }
    #expect(log.entries == order.map(String.init))
  }

  @Test("A task proceeds before what was started after it had been resumed")
  func queue() async {
    for _ in 0..<50 {
      log.entries = []
      let (waits, tasks) = await waiting(1)
      waits[0].resume()
      await Task { log.entries.append("later") }.value
      await tasks[0].value
      #expect(log.entries == ["0", "later"])
    }
  }

  @Test("A task that is resumed before it waits proceeds after what was started before")
  func early() async {
    let earlier = Task { log.entries.append("earlier") }
    let value = await withMainActorContinuation { $0.resume(returning: false) }
    #expect(log.entries == ["earlier"])
    #expect(!value)
    await earlier.value
  }

  @Test(
    "A resumed task runs on the main actor, with its own task-local values, as does the one that resumes it"
  )
  func context() async {
    let (waits, tasks) = await Scope.$name.withValue("inner") { await waiting(1) }
    await Scope.$name.withValue("outer") {
      waits[0].resume()
      #expect(Scope.name == "outer")
      await tasks[0].value
      MainActor.assertIsolated()
    }
    #expect(log.entries == ["0"])
    let inner = Scope.$name.withValue("inner") {
      Task {
        await withMainActorContinuation { wait in Task { wait.resume() } }
        MainActor.assertIsolated()
        return Scope.name
      }
    }
    #expect(await inner.value == "inner")
  }

  @Test("Nothing of a wait is left after it")
  func release() async {
    weak var kept: MainActorContinuation?
    await withMainActorContinuation { wait in
      kept = wait
      Task { wait.resume() }
    }
    await letOthersRun()
    #expect(kept == nil)
  }

  @Test("A task of lower priority that is awaited proceeds")
  func priority() async {
    var wait: MainActorContinuation?
    let low = Task(priority: .background) {
      await withMainActorContinuation { wait = $0 }
      return true
    }
    await letOthersRun()
    #expect(wait != nil)
    let high = Task(priority: .high) { await low.value }
    await letOthersRun()
    wait?.resume()
    #expect(await high.value)
  }

  private enum Scope {
    @TaskLocal static var name = ""
  }

  private final class Log {
    var entries: [String] = []
  }
}

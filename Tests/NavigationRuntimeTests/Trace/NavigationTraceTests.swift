import Foundation
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The trace of a context")
struct NavigationTraceTests {
  @Test("There is no trace unless one is started")
  func off() async {
    let world = HeadlessWorld(root: stack("Main", screen("Home")))
    #expect(world.context.trace == nil)
    let trace = world.context.startTrace()
    #expect(world.context.trace === trace)
    trace.stop()
    #expect(world.context.trace == nil)
    trace.note("later")
    #expect(trace.events.map(\.kind) == [.windowOpened])
  }

  @Test("Returns the kept events after one")
  func suffix() {
    let trace = NavigationContext(clock: ManualNavigationClock()).startTrace(.init(capacity: 3))
    for number in 1...5 { trace.note("\(number)") }
    #expect(trace.events(after: 4).map(\.number) == [5])
    #expect(trace.events(after: 0).map(\.number) == [3, 4, 5])
    #expect(trace.events(after: 5).isEmpty)
    #expect(trace.events(after: 9).isEmpty)
    #expect(trace.events(after: .min).map(\.number) == [3, 4, 5])
    #expect(trace.events(after: .max).isEmpty)
  }

  @Test("An observer is called once for the events of a turn, and may record more")
  func observers() async {
    let trace = NavigationContext(clock: ManualNavigationClock()).startTrace()
    var counts: [Int] = []
    let calls = AsyncStream.makeStream(of: Void.self)
    let observer = trace.onEvents {
      counts.append(trace.events.count)
      if counts.count == 1 { trace.note("seen") }
      calls.continuation.yield()
    }
    trace.note("a")
    trace.note("b")
    #expect(counts.isEmpty)
    var iterator = calls.stream.makeAsyncIterator()
    await iterator.next()
    await iterator.next()
    #expect(counts == [2, 3])
    observer.cancel()
    let last = trace.onEvents { calls.continuation.yield() }
    trace.note("c")
    await iterator.next()
    #expect(counts == [2, 3])
    last.cancel()
  }

  @Test("An observed trace is released")
  func observedTraceIsReleased() {
    weak var weakTrace: NavigationTrace?
    var observer: Cancellation?
    do {
      let trace = NavigationContext(clock: ManualNavigationClock()).startTrace()
      observer = trace.onEvents {}
      trace.note("a")
      weakTrace = trace
    }
    #expect(weakTrace == nil)
    observer?.cancel()
  }

  @Test("A request begins and ends once, and the change of the tree follows from it")
  func request() async throws {
    let main = stack("Main", screen("Home"))
    let world = HeadlessWorld(root: main)
    let trace = world.context.startTrace()
    await world.context.perform(.push(screen("Film")), on: main)
    let events = trace.events
    #expect(
      events.map(\.kind)
        == [.windowOpened, .requestMade, .requestBegan, .tree, .requestEnded])
    #expect(events[3].cause == events[2].number)
    #expect(events[2].cause == events[1].number)
    #expect(events.dropFirst(2).filter { $0.kind != .tree }.map(\.work) == [2, 2])
    #expect(events[4].outcome == "performed")
    #expect(events[3].change == world.changes.last?.change)
  }

  @Test("A refused request names the reason")
  func refusal() async throws {
    let main = stack("Main", screen("Home"))
    let world = HeadlessWorld(root: main)
    let trace = world.context.startTrace()
    await world.context.perform(.pop, on: main)
    let end = try #require(trace.events.last)
    #expect(end.outcome == "refused")
    #expect(end.detail?.contains("belowRoot") ?? false)
  }

  @Test("A request whose effect is missing at its end has ended as a refused one")
  func refusalAtTheEnd() async throws {
    let world = HeadlessWorld(root: screen("Home"))
    let trace = world.context.startTrace()
    let refusal = TransitionRefusal(.ignoredByPlatform, "The platform ignored the call.")
    let transition = world.store.scheduler.schedule("present Film", verify: { .refused(refusal) }) {
      _ in .started
    }
    #expect(transition.outcome == .refused(refusal))
    let end = try #require(trace.events.last)
    #expect(end.kind == .requestEnded)
    #expect(end.outcome == "refused")
    #expect(end.detail?.contains("ignoredByPlatform") ?? false)
  }

  @Test("What follows from the user's action has it as its cause, also in a task")
  func user() async throws {
    let main = stack("Main", screen("Home"))
    let world = HeadlessWorld(root: main)
    let trace = world.context.startTrace()
    let context = world.context
    let task = trace.user("tap \"Film\"") {
      Task { await context.perform(.push(screen("Film")), on: main) }
    }
    _ = await task.value
    let tap = try #require(trace.events.first { $0.kind == .user })
    #expect(tap.cause == nil)
    #expect(tap.subject == "tap \"Film\"")
    #expect(trace.events.first { $0.kind == .requestMade }?.cause == tap.number)
    trace.note("outside")
    #expect(trace.events.last?.cause == nil)
  }

  @Test("An action of the user that throws has failed")
  func userFails() throws {
    struct Miss: Error {}
    let trace = NavigationContext(clock: ManualNavigationClock()).startTrace()
    #expect(throws: Miss.self) {
      try trace.user("tap \"Film\"") {
        trace.note("inside")
        throw Miss()
      }
    }
    #expect(trace.events.map(\.outcome) == ["failed", nil])
    trace.stop()
    #expect(throws: Miss.self) { try trace.user("tap \"Film\"") { throw Miss() } }
    #expect(trace.events.count == 2)
  }

  @Test("What an observer of the tree does follows from the change, and a gesture from nothing")
  func observer() async throws {
    let main = stack("Main", screen("Home"), screen("Film"))
    let world = HeadlessWorld(root: main)
    let trace = world.context.startTrace()
    let subscription = world.store.onChange { _ in trace.note("changed") }
    main.userDidTapBack()
    let change = try #require(trace.events.first { $0.kind == .tree })
    #expect(change.cause == nil)
    #expect(change.detail == "user")
    #expect(trace.events.last?.cause == change.number)
    subscription.cancel()
  }

  @Test("The oldest events are dropped, and the trees before the first one are kept")
  func capacity() async throws {
    let main = stack("Main", screen("Home"))
    let world = HeadlessWorld(root: main)
    let trace = world.context.startTrace(.init(capacity: 10))
    for number in 0..<20 {
      main.pushViewController(screen("Screen \(number)"), animated: false)
    }
    let archive = trace.archive
    #expect(archive.events.count == 10)
    #expect(archive.droppedCount == 11)
    #expect(archive.events.first?.number == 12)
    let before = try #require(archive.trees(after: 11)[1])
    #expect(before.root.children[0].children.count == 11)
    #expect(archive.trees(after: 21) == [1: world.store.tree])
    #expect(try TraceArchive(jsonLines: archive.jsonLines) == archive)
  }

  @Test("Windows are numbered, and a released one is closed")
  func windows() async throws {
    let world = HeadlessWorld(root: screen("Home"))
    let trace = world.context.startTrace()
    do {
      let second = HeadlessWindow(platform: world.platform)
      second.rootViewController = screen("Other")
      _ = world.context.store(for: second)
      #expect(trace.archive.trees(after: .max).keys.sorted() == [1, 2])
    }
    #expect(trace.events.last?.kind == .windowClosed)
    #expect(trace.events.last?.window == 2)
    #expect(trace.archive.trees(after: .max).keys.sorted() == [1])
  }

  @Test("An issue has its advice, and its fact only if values are recorded")
  func issues() async throws {
    for includesValues in [false, true] {
      let context = NavigationContext(clock: ManualNavigationClock())
      context.issues.handler = { _ in }
      let trace = context.startTrace(.init(includesValues: includesValues))
      context.issues.report(
        NavigationIssue(
          code: .init(rawValue: "odd"), fact: "7 is odd.", advice: "Take 8.", fileID: "A/B.swift",
          line: 3))
      let event = try #require(trace.events.last)
      #expect(event.kind == .issue)
      #expect(event.subject == "odd")
      #expect(event.owner == "A/B.swift:3")
      #expect(event.advice == "Take 8.")
      #expect(event.detail == (includesValues ? "7 is odd." : nil))
    }
  }

  enum Sample {
    case plain
    case film(id: Int)
  }

  enum Talkative: CustomStringConvertible {
    case verify
    var description: String { "verify secret" }
  }

  struct Account {
    var password = "secret"
  }

  enum Diary: TraceHidden {
    case entry(String)
  }

  @Test("A value is named by its type and case, unless values are recorded")
  func names() {
    let context = NavigationContext(clock: ManualNavigationClock())
    let names = context.startTrace()
    #expect(names.name(of: Sample.plain) == "Sample.plain")
    #expect(names.name(of: Sample.film(id: 7)) == "Sample.film")
    #expect(names.name(of: Account()) == "Account")
    #expect(names.name(of: Talkative.verify) == "Talkative")
    #expect(names.name(of: Diary.entry("…")) == "Diary")
    let values = context.startTrace(.init(includesValues: true))
    #expect(values.name(of: Sample.film(id: 7)) == "Sample.film(id: 7)")
    #expect(values.name(of: Diary.entry("…")) == "Diary")
    let own = context.startTrace(
      .init { value in if case Sample.film? = value as? Sample { "a film" } else { nil } })
    #expect(own.name(of: Sample.film(id: 7)) == "a film")
    #expect(own.name(of: Sample.plain) == "Sample.plain")
  }

  enum Odd: CustomReflectable {
    case one
    var customMirror: Mirror { Mirror(self, children: ["secret": 1], displayStyle: .enum) }
  }

  enum Switch {
    case set(Bool)
    case toggle
  }

  @Test("Values of one byte keep their names, also behind a protocol")
  func bytes() {
    let trace = NavigationContext(clock: ManualNavigationClock()).startTrace()
    for _ in 0..<2 {
      let values: [Any] = [
        Switch.set(true), Switch.set(false), Switch.toggle, Odd.one, Talkative.verify, true,
        Sample?.some(.plain) as Any,
      ]
      #expect(
        values.map { trace.name(of: $0) }
          == [
            "Switch.set", "Switch.set", "Switch.toggle", "Odd", "Talkative", "Bool",
            "Optional<Sample>",
          ])
      #expect(trace.name(of: Switch.toggle) == "Switch.toggle")
    }
  }

  @Test("A task of an earlier trace leaves no cause in a later one")
  func later() async {
    let context = NavigationContext(clock: ManualNavigationClock())
    for _ in 0..<100 { context.startTrace() }
    let first = context.startTrace()
    let task = first.user("tap") {
      Task {
        await letOthersRun()
        context.trace?.note("late")
      }
    }
    context.startTrace()
    await task.value
    #expect(context.trace?.events.map(\.cause) == [nil])
  }

  @Test("A describing closure may add to the trace")
  func reentrant() {
    let context = NavigationContext(clock: ManualNavigationClock())
    let trace = context.startTrace(
      .init { [weak context] _ in
        context?.trace?.note("described")
        return nil
      })
    trace.record(.action, trace.name(of: Sample.plain))
    #expect(trace.events.map(\.number) == [1, 2])
  }

  @Test(
    "A transition allocates nothing for a trace, unless one runs",
    .enabled(if: AllocationCount.isAvailable))
  func allocations() {
    func allocations(_ prepare: (NavigationContext) -> Void) -> Int {
      let main = stack("Main", screen("Home"))
      let world = HeadlessWorld(root: main)
      prepare(world.context)
      let page = screen("Film")
      func pushAndPop() {
        for _ in 0..<300 {
          _ = world.context.request(.push(page), on: main)
          _ = world.context.request(.pop, on: main)
        }
      }
      // Fills what reserves storage.
      for _ in 0..<4 { pushAndPop() }
      return AllocationCount.during(pushAndPop)
    }
    let without = allocations { _ in }
    #expect(allocations { $0.startTrace().stop() } == without)
    #expect(allocations { $0.startTrace() } > without)
  }

  @Test("A trace does not retain its context, nor a store")
  func released() {
    weak var context: NavigationContext?
    weak var store: NavigationStore?
    let trace: NavigationTrace
    do {
      let world = HeadlessWorld(root: stack("Main", screen("Home")))
      trace = world.context.startTrace()
      context = world.context
      store = world.store
    }
    #expect(context == nil)
    #expect(store == nil)
    #expect(trace.events.first?.kind == .windowOpened)
  }

  @Test("A trace that starts between the changes of one reading begins with the tree after all")
  func startsBetweenChanges() throws {
    let main = stack("Main", screen("Home"), screen("Film"))
    let world = HeadlessWorld(.manual, root: main)
    var trace: NavigationTrace?
    var changeCount = 0
    let subscription = world.store.onChange { _ in
      changeCount += 1
      if trace == nil { trace = world.context.startTrace() }
    }
    main.popViewController(animated: true)
    main.present(screen("Sheet"), animated: true)
    world.platform.completeAllTransitions()
    #expect(changeCount == 2)
    let traced = try #require(trace)
    #expect(traced.events.map(\.kind) == [.windowOpened])
    #expect(traced.archive.trees(after: .max) == [1: world.store.tree])
    subscription.cancel()
    main.dismiss(animated: true)
    world.platform.completeAllTransitions()
    #expect(traced.events.map(\.kind) == [.windowOpened, .tree])
    #expect(traced.archive.trees(after: .max) == [1: world.store.tree])
  }

  private func issue(_ code: String) -> NavigationIssue {
    NavigationIssue(code: .init(rawValue: code), fact: "", advice: "")
  }

  @Test("An issue is in the trace of its context, also if contexts share a reporter")
  func sharedReporter() {
    var log: [String] = []
    let reporter = IssueReporter { log.append($0.code.rawValue) }
    let first = NavigationContext(clock: ManualNavigationClock(), issues: reporter)
    let second = NavigationContext(clock: ManualNavigationClock(), issues: first.issues)
    let (one, other) = (first.startTrace(), second.startTrace())
    first.issues.report(issue("first"))
    second.issues.report(issue("second"))
    other.stop()
    first.issues.report(issue("after"))
    #expect(one.events.map(\.subject) == ["first", "after"])
    #expect(other.events.map(\.subject) == ["second"])
    #expect(log == ["first", "second", "after"])
    reporter.handler = { log.append("new \($0.code.rawValue)") }
    second.issues.report(issue("a"))
    second.issues.handler = { _ in log.append("last") }
    first.issues.report(issue("b"))
    #expect(log.suffix(2) == ["new a", "last"])
  }

  @Test("An issue that the app reports by its own reporter is in each trace of its contexts")
  func ownReporter() {
    var count = 0
    let reporter = IssueReporter { _ in count += 1 }
    let first = NavigationContext(clock: ManualNavigationClock(), issues: reporter)
    let second = NavigationContext(clock: ManualNavigationClock(), issues: reporter)
    let (one, other) = (first.startTrace(), second.startTrace())
    reporter.report(issue("odd"))
    #expect(one.events.map(\.subject) == ["odd"])
    #expect(other.events.map(\.subject) == ["odd"])
    #expect(count == 1)
  }
}

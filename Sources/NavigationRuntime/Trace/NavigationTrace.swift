import Foundation

/// A record of everything that happens in a context, with causes: changes of the screen, requests,
/// steps, actions, effects, issues.
///
/// ```swift
/// let trace = NavigationContext.shared.startTrace()
/// …
/// let text = trace.archive.jsonLines
/// ```
///
/// Without a trace nothing is recorded, and nothing is allocated for it. A trace keeps the newest
/// events, up to its capacity, as text and values of its own; it retains no screen, flow, step or
/// state. Start it before the first flow: cores that are active already are not traced.
///
/// Each event names the one that led to it, from the user's tap through the step and its request to
/// the change of the tree. Causes follow calls and tasks: the events in a handler, and in tasks
/// that it starts, follow from the handler's event. A task that has waited in this package goes on as
/// a consequence of the event that has resumed it.
@MainActor
public final class NavigationTrace {
  /// The options of a trace.
  public struct Options: Sendable {
    /// The number of events to keep; the oldest is dropped first.
    public var capacity: Int
    /// Whether events contain the values of steps, actions and states, which may be secret, rather
    /// than the names of types and cases only.
    ///
    /// Values are described when they are recorded, which takes much longer than a name.
    public var includesValues: Bool
    /// Returns the text for a step or an action; `nil` for the default.
    ///
    /// A state for which it returns a text has no difference in the trace.
    public var describe: (@MainActor @Sendable (Any) -> String?)?

    /// Makes options.
    ///
    /// - Parameters:
    ///   - capacity: The number of events to keep; at least 1.
    ///   - includesValues: Whether events contain the values of steps, actions and states.
    ///   - describe: Returns the text for a step or an action; `nil` for the default.
    public init(
      capacity: Int = 20_000, includesValues: Bool = false,
      describe: (@MainActor @Sendable (Any) -> String?)? = nil
    ) {
      self.capacity = max(1, capacity)
      self.includesValues = includesValues
      self.describe = describe
    }
  }

  /// The number of traces so far: a released trace and a later one may have the same address.
  private static var traceCount = 0

  /// A piece of work that has begun and not ended.
  private struct Work {
    let first: Int
    /// The number of its newest event.
    var latest: Int
    let subject: String
    let owner: String?
  }

  /// The options.
  public let options: Options
  /// The number of events that were dropped.
  public private(set) var droppedCount = 0
  /// Whether events are recorded.
  public private(set) var isRunning = true

  private weak var context: NavigationContext?
  private let clock: any NavigationClock
  private let start: TimeInterval
  private var kept = Queue<TraceEvent>()
  private var count = 0
  private var works: [TraceWork: Work] = [:]
  private var windowCount = 0
  /// The trees before the oldest kept event.
  private var bases: [Int: NavigationTree] = [:]
  /// The types whose values have been named.
  private var types: [ObjectIdentifier: TraceType] = [:]
  private let id: Int
  /// `nil` before the first observer.
  private var announcements: Multicast<Void>?
  private var isAnnouncing = false

  init(of context: NavigationContext, _ options: Options) {
    Self.traceCount += 1
    id = Self.traceCount
    self.options = options
    self.context = context
    clock = context.clock
    start = context.clock.now
  }

  /// The kept events, oldest first.
  public var events: [TraceEvent] { kept.elements }

  /// Returns the kept events that follow one.
  ///
  /// - Parameter number: The number of the event. Later ones may have been dropped as well.
  /// - Returns: The events, oldest first.
  public func events(after number: Int) -> [TraceEvent] {
    kept.elements(from: max(number, droppedCount) - droppedCount)
  }

  /// Calls a closure when there are new events.
  ///
  /// - Parameter sink: Called on the main actor, once for all events of a turn of the run loop, after
  ///   the last of them. It may navigate and send actions.
  /// - Returns: The handle that keeps the sink subscribed.
  public func onEvents(_ sink: @escaping @MainActor () -> Void) -> Cancellation {
    let announcements = announcements ?? Multicast()
    self.announcements = announcements
    return announcements.sink(sink)
  }

  /// The kept events, with the trees before the first of them.
  public var archive: TraceArchive {
    TraceArchive(
      droppedCount: droppedCount,
      windows: bases.map { TraceArchive.Window(window: $0.key, tree: $0.value) }
        .ordered { $0.window },
      events: events)
  }

  /// Ends the trace, whose events remain.
  public func stop() {
    isRunning = false
    works = [:]
    if context?.trace === self { context?.trace = nil }
  }

  /// Records a line of the app.
  ///
  /// - Parameter text: The line.
  public func note(_ text: String) { record(.note, text) }

  /// Records a move of the user, as the cause of everything that it leads to.
  ///
  /// ```swift
  /// trace.user("tap \"Log in\"") { viewModel.emit(.login) }
  /// ```
  ///
  /// The event has the outcome `failed` if `body` throws: the user could not do it.
  ///
  /// - Parameters:
  ///   - text: The move, as a line of a story.
  ///   - body: The handling of the event.
  /// - Returns: The result of `body`.
  /// - Throws: Any error of `body`.
  @discardableResult
  public func user<Result>(_ text: String, _ body: () throws -> Result) rethrows -> Result {
    let event = record(.user, text, isRoot: true)
    do {
      return try within(event, body)
    } catch {
      amend(event) { $0.outcome = "failed" }
      throw error
    }
  }

  /// Records an event.
  ///
  /// By default, the event in whose consequences this is called has led to it. `fill` adds the
  /// rest, and makes no calls. Returns the number of the event.
  @discardableResult
  package func record(
    _ kind: TraceEvent.Kind, _ subject: String?, in owner: String? = nil, cause: Int? = nil,
    isRoot: Bool = false, fill: (inout TraceEvent) -> Void = { _ in }
  ) -> Int {
    guard isRunning else { return 0 }
    if kept.count >= options.capacity { dropOldest() }
    count += 1
    // In microseconds; the digits after those would fill half of the file.
    let passed = ((clock.now - start) * 1_000_000).rounded() / 1_000_000
    // A clock without a beginning or an end has no time that can be written.
    let time = passed.isFinite ? passed : 0
    var event = TraceEvent(
      number: count, time: time, kind: kind,
      cause: isRoot ? nil : cause ?? current, subject: subject)
    event.owner = owner
    fill(&event)
    kept.append(event)
    if let announcements, !isAnnouncing { announce(announcements) }
    return count
  }

  private func announce(_ announcements: Multicast<Void>) {
    isAnnouncing = true
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        self?.isAnnouncing = false
        announcements.send(())
      }
    }
  }

  /// Records the beginning of a piece of work.
  @discardableResult
  package func begin(
    _ work: TraceWork, _ kind: TraceEvent.Kind, _ subject: String, in owner: String? = nil,
    cause: Int? = nil
  ) -> Int {
    guard isRunning else { return 0 }
    let number = record(kind, subject, in: owner, cause: cause)
    works[work] = Work(first: number, latest: number, subject: subject, owner: owner)
    return number
  }

  /// Records an event of a piece of work that the trace knows.
  ///
  /// It follows from the newer one of the work's latest event and the event in whose consequences
  /// this is called. If it follows itself, it follows from the work's latest event in any case.
  /// Returns the number of the event; `nil` if the work began before the trace.
  @discardableResult
  package func note(
    _ work: TraceWork, _ kind: TraceEvent.Kind, followsItself: Bool = false,
    fill: (inout TraceEvent) -> Void = { _ in }
  ) -> Int? {
    guard isRunning, let known = works[work] else { return nil }
    let cause = followsItself ? known.latest : newest(of: work)
    let number = record(kind, known.subject, in: known.owner, cause: cause) {
      $0.work = known.first
      fill(&$0)
    }
    works[work]?.latest = number
    return number
  }

  /// Records the end of a piece of work that the trace knows.
  ///
  /// - Returns: The number of the event; `nil` if the work began before the trace.
  @discardableResult
  package func end(
    _ work: TraceWork, _ kind: TraceEvent.Kind, outcome: String? = nil, detail: String? = nil
  ) -> Int? {
    let number = note(work, kind) {
      $0.outcome = outcome
      $0.detail = detail
    }
    works[work] = nil
    return number
  }

  /// Records the ends of all work of an owner that is released.
  package func endAll(
    of owner: AnyObject, _ kind: TraceEvent.Kind, outcome: String, _ detail: String
  ) {
    let id = ObjectIdentifier(owner)
    let open = works.filter { $0.key.owner == id }.ordered { $0.value.first }
    for (work, _) in open { end(work, kind, outcome: outcome, detail: detail) }
  }

  /// Records that a piece of work has another owner by now.
  func rename(_ work: TraceWork, _ newName: TraceWork) {
    works[newName] = works.removeValue(forKey: work)
  }

  /// The newest event of a piece of work that has not ended.
  package func latest(of work: TraceWork) -> Int? { works[work]?.latest }

  /// The newer one of the newest event of a piece of work and the event in whose consequences this
  /// is called.
  package func newest(of work: TraceWork) -> Int? {
    latest(of: work).map { max($0, current ?? 0) } ?? current
  }

  /// Adds to an event that is kept still; `change` makes no calls.
  package func amend(_ number: Int, _ change: (inout TraceEvent) -> Void) {
    let index = number - droppedCount - 1
    kept.withElement(at: index, change)
  }

  /// The event in whose consequences the current code runs; `nil` outside of any.
  package var current: Int? {
    guard let scope = TraceScope.current, scope.trace == id else { return nil }
    return scope.newest
  }

  /// Calls a closure as a consequence of an event; `nil` for none.
  package func within<Result>(_ event: Int?, _ body: () throws -> Result) rethrows -> Result {
    try TraceScope.$current.withValue(TraceScope(id, event), operation: body)
  }

  /// Calls a closure as a consequence of an event.
  package func within<Result>(
    _ event: Int?, _ body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    try await TraceScope.$current.withValue(TraceScope(id, event)) {
      try await body()
    }
  }

  /// Returns the name of a step, an action or another value: its type and case, or its description
  /// if values are recorded.
  package func name<Value>(of value: Value) -> String {
    if let text = options.describe?(value) { return text }
    let type = type(of: value)
    if type.isHidden { return type.name }
    return options.includesValues ? "\(type.name).\(value)" : type.text(for: value)
  }

  private func type(of value: Any) -> TraceType {
    let key = ObjectIdentifier(Swift.type(of: value))
    if let known = types[key] { return known }
    let made = TraceType(of: value)
    types[key] = made
    return made
  }

  /// Whether a value is shown by its name only, or as the app describes it.
  package func hidesContents(of value: Any) -> Bool {
    value is any TraceHidden || options.describe?(value) != nil
  }

  /// Describes the newest step with a name, or that `adapt` has given this name.
  package func describeStep(named name: String) -> String {
    let events = events
    let newest = events.last { event in
      guard event.kind.rawValue.hasPrefix("step.") else { return false }
      return event.subject == name || (event.kind == .stepAdapted && event.detail == name)
    }
    guard let newest else { return "The trace has no \(name)." }
    let first = newest.work ?? newest.number
    let own = events.filter { $0.number == first || $0.work == first }
    let known = Dictionary(uniqueKeysWithValues: events.map { ($0.number, $0) })
    let causes = sequence(first: own[0]) { $0.cause.flatMap { known[$0] } }.dropFirst()
    return (own.reversed() + causes).map(\.description).joined(separator: "\n")
  }

  func windowDidOpen(_ store: NavigationStore) {
    guard isRunning else { return }
    windowCount += 1
    let number = windowCount
    store.tracedWindow = number
    let tree = store.latestTree
    record(.windowOpened, tree.root.name) {
      $0.window = number
      $0.tree = tree
    }
  }

  func windowDidClose(_ number: Int) {
    record(.windowClosed, nil) { $0.window = number }
  }

  func treeDidChange(
    _ change: NavigationTree.Change, _ cause: NavigationCause, in store: NavigationStore
  ) -> Int {
    let requested = cause.kind == .user ? nil : store.scheduler.tracedTransition
    // A handler may have called another one, of the same intent.
    let source = requested ?? cause.origin.flatMap(newest) ?? current
    return record(.tree, nil, cause: source, isRoot: cause.kind == .unknown) {
      $0.window = store.tracedWindow
      $0.change = change
      $0.detail = cause.kind.name
    }
  }

  func requestDidEnd(_ work: TraceWork, _ outcome: TransitionOutcome) {
    var detail: String?
    if case .refused(let refusal) = outcome { detail = refusal.description }
    end(work, .requestEnded, outcome: outcome.name, detail: detail)
  }

  func issueWasReported(_ issue: NavigationIssue) {
    // The detector records its findings itself.
    guard issue.code.rawValue != "leak" else { return }
    record(.issue, issue.code.rawValue) {
      // The fact may contain values.
      if options.includesValues { $0.detail = issue.fact }
      $0.advice = issue.advice
      if let file = issue.fileID { $0.owner = "\(file):\(issue.line ?? 0)" }
    }
  }

  private func dropOldest() {
    guard let event = kept.popFirst() else { return }
    droppedCount += 1
    TraceArchive.follow(event, in: &bases)
  }
}

/// The identity of a piece of work: its owner and a number that the owner assigns.
package struct TraceWork: Hashable, Sendable {
  package let owner: ObjectIdentifier
  package let number: Int

  package init(_ owner: AnyObject, _ number: Int = 0) {
    self.owner = ObjectIdentifier(owner)
    self.number = number
  }

  init(_ owner: ObjectIdentifier, _ number: Int) {
    self.owner = owner
    self.number = number
  }
}

extension TransitionOutcome {
  var name: String {
    switch self {
    case .performed: "performed"
    case .alreadyThere: "alreadyThere"
    case .refused: "refused"
    case .superseded: "superseded"
    case .interruptedByUser: "interrupted"
    }
  }
}

extension NavigationContext {
  /// Starts a trace of this context; an earlier one ends.
  ///
  /// - Parameter options: The options.
  /// - Returns: The trace, which the context retains until it stops.
  @discardableResult
  public func startTrace(_ options: NavigationTrace.Options = .init()) -> NavigationTrace {
    trace?.stop()
    let trace = NavigationTrace(of: self, options)
    self.trace = trace
    for store in stores.objects { trace.windowDidOpen(store) }
    return trace
  }
}

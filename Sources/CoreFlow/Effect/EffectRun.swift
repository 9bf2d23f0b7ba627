import Foundation

/// The context in which an effect starts.
///
/// Not generic, because each copy would look its type up, and of four references, since a larger value
/// would be copied and destroyed in memory for each effect.
@MainActor
struct EffectContext {
  /// The group that contains the effect.
  var group: EffectGroup
  /// The group of the action behind it.
  var scope: EffectGroup
  /// The error handlers around the effect, for its type of actions.
  var recoveries: AnyEffectRecoveries?
  /// The description of that action, if names are recorded.
  var name: EffectName?
}

/// The description of the action behind an effect.
final class EffectName: Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

/// The task of an effect, from its start until its closure has returned.
///
/// Not generic: ``send(_:)`` and ``recovery(from:)`` cast without a check to the type of actions with
/// which the run was started.
@MainActor
final class EffectRun: EffectPart, WorkInProgress.Part {
  private enum Phase {
    case running
    case cancelled(EffectCancellation)
    case ended
  }

  private let tracker: EffectTracker
  /// The group of the action that started the effect, and of everything that it causes.
  private let scope: EffectGroup
  private let recoveries: AnyEffectRecoveries?
  private let name: EffectName?
  private var phase = Phase.running
  private var task: Task<Void, Never>?
  private var then: (@MainActor () -> Void)?
  /// The reason for which it waits for something outside itself.
  private var reason: String?
  /// The reason for which its child tasks wait, if they are all that it waits for.
  private var childWaitingFor: String?
  /// The trace that contains its beginning.
  private var trace: NavigationTrace?

  init(
    _ tracker: EffectTracker, scope: EffectGroup, recoveries: AnyEffectRecoveries?,
    name: EffectName?, then: (@MainActor () -> Void)?
  ) {
    self.tracker = tracker
    self.scope = scope
    self.recoveries = recoveries
    self.name = name
    self.then = then
  }

  private var isRunning: Bool { if case .running = phase { true } else { false } }

  func start<Action>(
    _ priority: UInt8?, tracedIn trace: NavigationTrace?,
    _ body: @escaping @isolated(any) @Sendable (Effect<Action>.Send) async throws -> Void
  ) {
    guard let trace else {
      task = Self.makeTask(of: self, priority, body)
      return
    }
    self.trace = trace
    let name =
      parent?.identifier?.name(in: trace) ?? (trace.options.includesValues ? name?.text : nil)
      ?? "effect"
    let event = trace.begin(TraceWork(self), .effectBegan, name, in: tracker.coreName)
    task = trace.within(event) { Self.makeTask(of: self, priority, body) }
  }

  // Not isolated: a closure that is isolated would check that.
  private nonisolated static func makeTask<Action>(
    of run: EffectRun, _ priority: UInt8?,
    _ body: @escaping @isolated(any) @Sendable (Effect<Action>.Send) async throws -> Void
  ) -> Task<Void, Never> {
    // A task that starts this effect may belong to another one. Every effect begins and ends on the
    // main actor, and a closure without its isolation hops off and back: that costs fewer switches
    // between threads than a task that begins elsewhere and sends its end.
    WorkInProgress.$current.withValue(run) {
      Task(priority: priority.map(TaskPriority.init(rawValue:))) { @MainActor in
        let send = Effect<Action>.Send(run: run)
        do {
          try await body(send)
        } catch {
          await run.recovery(from: error)?(send)
        }
        run.end()
      }
    }
  }

  /// Returns the clock of the core's context, to which waiting effects have moved.
  func followClock() -> any NavigationClock { tracker.followContext().clock }

  func send<Action>(_ action: Action) {
    switch phase {
    case .running: tracker.receive(action, scope)
    case .cancelled(.requested): break
    case .cancelled(.resigned): tracker.report(.resigned(tracker.coreName, "\(action)"))
    case .ended: tracker.report(.effectEnded(tracker.coreName, "\(action)"))
    }
  }

  override func cancel(_ reason: EffectCancellation) {
    // The first cancellation counts: one on request stays silent when its core resigns later.
    guard isRunning else { return }
    phase = .cancelled(reason)
    task?.cancel()
  }

  override var activityName: String { name.map { "effect of \($0.text)" } ?? "an effect" }

  override var waitingFor: String? { reason ?? childWaitingFor }

  // Without a copy of the reason: each effect's progress asks.
  override var isWaiting: Bool { !isAtWork }

  override var isAtWork: Bool { reason == nil && childWaitingFor == nil }

  func setChildWait(_ reason: String?) {
    if case .ended = phase { return }
    childWaitingFor = reason
    if reason != nil { tracker.noteWaiting() }
  }

  /// Whether it is one of the effects of a core, given its root.
  func belongs(to root: EffectGroup) -> Bool { tracker.root === root }

  /// Whether its work runs in a task.
  func runs(in task: Int) -> Bool { self.task?.hashValue == task }

  /// Marks it as waiting for something outside; returns the end of that.
  func beginWaiting(for reason: String) -> @MainActor () -> Void {
    self.reason = reason
    tracker.noteWaiting()
    return { [self] in self.reason = nil }
  }

  // In constant time, unlike the search for the waking time.
  override func sleeps(on clock: any NavigationClock) -> Bool {
    isWaiting && (clock as? ManualNavigationClock)?.hasSleeper(of: self) ?? false
  }

  override func wakingTime(on clock: any NavigationClock) -> TimeInterval? {
    isWaiting ? (clock as? ManualNavigationClock)?.timeOfNextSleeper(of: self) : nil
  }

  /// The handler of an error; reports the error if there is none, unless it is a cancellation.
  private func recovery<Action>(from error: any Error) -> Effect<Action>.Recovery? {
    guard isRunning else { return nil }
    var next = recoveries.map { EffectRecoveries<Action>.of($0) }
    while let handler = next {
      if let recovery = handler.recover(error) { return recovery }
      next = handler.outer
    }
    if !(error is CancellationError) {
      tracker.report(.effectFailed(tracker.coreName, name?.text, error))
    }
    return nil
  }

  private func end() {
    if let trace {
      self.trace = nil
      var kind = TraceEvent.Kind.effectEnded
      if case .cancelled = phase { kind = .effectCancelled }
      trace.within(trace.end(TraceWork(self), kind)) { finish() }
    } else {
      finish()
    }
  }

  private func finish() {
    phase = .ended
    task = nil
    then.take()?()
    leave()
  }
}

/// The error handlers around an effect, without the type of its actions.
@MainActor
class AnyEffectRecoveries {}

/// The error handlers around an effect, the innermost first.
///
/// A list of objects: an array of closures would cost each effect the lookup of its generic type.
@MainActor
final class EffectRecoveries<Action>: AnyEffectRecoveries {
  let recover: @Sendable (any Error) -> Effect<Action>.Recovery?
  let outer: EffectRecoveries?

  init(
    _ recover: @escaping @Sendable (any Error) -> Effect<Action>.Recovery?, outer: EffectRecoveries?
  ) {
    self.recover = recover
    self.outer = outer
  }

  /// The handlers around an effect of this type of actions.
  static func of(_ recoveries: AnyEffectRecoveries) -> EffectRecoveries {
    unsafeDowncast(recoveries, to: EffectRecoveries.self)
  }
}

/// The timer of a debounced, throttled or limited effect.
@MainActor
final class EffectTimer: EffectPart {
  private var timer: Cancellation?
  /// The clock on which it waits, if that stands still.
  private var manualClock: (any NavigationClock)?
  private var deadline: TimeInterval = 0
  private var action: (@MainActor () -> Void)?
  private let name: EffectName?

  init(name: EffectName?) {
    self.name = name
  }

  /// Calls the action while the timer is still a part of its group.
  func start(
    after seconds: Double, on clock: any NavigationClock, _ action: @escaping @MainActor () -> Void
  ) {
    deadline = clock.now + max(0, seconds)
    manualClock = clock.standsStill ? clock : nil
    self.action = action
    timer = clock.schedule(after: seconds) { [weak self] in
      guard let self else { return }
      timer = nil
      manualClock = nil
      self.action = nil
      action()
      leave()
    }
  }

  /// Waits for the rest of the time on another clock.
  func move(from old: any NavigationClock, to new: any NavigationClock) {
    guard let action, timer != nil else { return }
    start(after: max(0, deadline - old.now), on: new, action)
  }

  override func cancel(_ reason: EffectCancellation) {
    timer = nil
    leave()
    action = nil
  }

  override var waitingFor: String? { manualClock?.reasonToWait(until: deadline) }

  override var isWaiting: Bool { manualClock != nil }

  override func wakingTime(on clock: any NavigationClock) -> TimeInterval? {
    isWaiting ? deadline : nil
  }

  override var activityName: String {
    let effect = name.map { "effect of \($0.text)" } ?? "an effect"
    return isWaiting ? effect : "\(effect), waiting for its time"
  }
}

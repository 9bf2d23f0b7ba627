import Foundation

/// The context in which an effect starts.
///
/// Not generic, because each copy would look its type up.
@MainActor
struct EffectContext {
  /// The group that contains the effect.
  var group: EffectGroup
  /// The group of the action behind it.
  var scope: EffectGroup
  /// The error handlers around the effect, for its type of actions.
  var recoveries: AnyEffectRecoveries?
  /// The innermost identifier around the effect.
  var id: EffectID?
  /// The description of that action, if names are recorded.
  var name: String?
}

/// Runs the effects of one core.
///
/// Created when the first one starts.
@MainActor
final class EffectRunner<Action> {
  private struct Throttle {
    var isOpenFrom: TimeInterval
    var waiting: EffectGroup?
  }

  let coreName: String
  private var contextSource: ContextSource
  /// The contexts whose trackers know of the effects, the current one last.
  ///
  /// A tracker that has begun to wait for an effect waits until its end.
  // Unchecked, as the next ones: each effect passes them, and no other code runs during an access.
  @exclusivity(unchecked) private var contexts: [NavigationContext] = []
  /// The entries in their trackers.
  @exclusivity(unchecked) private var listings: [ActivityListing] = []
  /// Everything that has not ended, a group for each action.
  let root = EffectGroup(isRoot: true)
  /// Delivers an action to the core; returns `false` if the core is gone.
  private let deliver: @MainActor (Action, EffectGroup) -> Bool
  /// Receives each issue of the effects, for tests.
  var onIssue: (@MainActor (NavigationIssue) -> Void)?
  /// The number of effects that were started.
  private var startCount = 0
  private var groups: [EffectID: [EffectGroup]] = [:]
  private var throttles: [EffectID: Throttle] = [:]
  private var throttleSweep = SweepThreshold(64)

  init(
    coreName: String, _ contextSource: ContextSource,
    deliver: @escaping @MainActor (Action, EffectGroup) -> Bool
  ) {
    self.coreName = coreName
    self.contextSource = contextSource
    self.deliver = deliver
    root.onEnd = { [weak self] in self?.notifyIfIdle() }
    root.onProgress = { [weak self] in self?.noteWaiting() }
    findContext()
  }

  /// Continues in the context of a source.
  func follow(_ source: ContextSource) {
    contextSource = source
    findContext()
  }

  /// Returns the current context of the core, after moving waiting timers and throttles to its
  /// clock.
  @discardableResult
  private func findContext() -> NavigationContext {
    let context = contextSource.context
    let last = contexts.last
    guard last !== context else { return context }
    if let index = contexts.firstIndex(where: { $0 === context }) {
      contexts.remove(at: index)
    } else {
      listings.append(context.activity.add(self))
    }
    contexts.append(context)
    guard let last else { return context }
    for (id, throttle) in throttles {
      throttles[id]?.isOpenFrom = context.clock.now + throttle.isOpenFrom - last.clock.now
    }
    for timer in root.leaves { (timer as? EffectTimer)?.move(from: last.clock, to: context.clock) }
    return context
  }

  /// Adds the group of an action.
  func add(_ group: EffectGroup) {
    root.add(group)
    for listing in listings { listing.workDidBegin() }
  }

  /// The clock of the core's current context.
  var clock: any NavigationClock { findContext().clock }

  private func notifyIfIdle() {
    guard isIdle else { return }
    for context in contexts { context.activity.sourceDidBecomeIdle() }
  }

  /// Whether all that has not ended sleeps on a clock that stands still.
  var isAsleep: Bool {
    guard root.isWaiting else { return false }
    let clock = findContext().clock
    return root.leaves.allSatisfy { $0.sleeps(on: clock) }
  }

  /// Whether anything waits for the effects.
  // A loop: a closure would check its isolation at each effect's progress.
  private var isWaitedFor: Bool {
    if root.isWaitedFor { return true }
    for context in contexts where context.activity.isWaitedFor { return true }
    return false
  }

  /// Resumes waiters when no remaining effect can continue by itself.
  func noteWaiting() {
    guard isWaitedFor, root.isWaiting else { return }
    root.wake()
    for context in contexts { context.activity.sourceDidBecomeIdle() }
  }

  func report(_ issue: NavigationIssue) {
    findContext().issues.report(issue)
    onIssue?(issue)
  }

  /// Delivers an action to the core, or reports that the core is gone.
  func receive(_ action: Action, _ scope: EffectGroup) {
    if !deliver(action, scope) { report(.resigned(coreName, "\(action)")) }
  }

  func cancelAll() {
    root.cancel(.resigned)
    throttles = [:]
  }

  /// Gives effects the turns that a busy main actor has withheld from them.
  ///
  /// A turn goes to the executor of effects and back. The turns end when a hundred in a row, about
  /// a millisecond on an idle machine, have started no effect, and after a hundred thousand,
  /// because effects may start each other endlessly.
  private func takeLateTurns(until hasHappened: @MainActor () -> Bool) async {
    var idleTurns = 0
    for _ in 0..<100_000
    where idleTurns < 100 && !hasHappened() && !root.isEmpty && !Task.isCancelled {
      let before = startCount
      await takePoolTurn()
      idleTurns = startCount == before ? idleTurns + 1 : 0
    }
  }

  /// Starts an effect, and calls `then` when it has ended.
  func start(
    _ effect: Effect<Action>, in effectContext: EffectContext, then: (@MainActor () -> Void)? = nil
  ) {
    guard let operation = effect.operation, !effectContext.group.isCancelled else {
      then?()
      return
    }
    startCount += 1
    switch operation {
    case .run(let priority, let body):
      let trace = findContext().trace
      let run = EffectRun(self, effectContext, then: then)
      effectContext.group.add(run)
      run.start(priority, tracedIn: trace, id: effectContext.id, body)
    case .send(let action):
      receive(action, effectContext.scope)
      then?()
    case .merge(let effects):
      var left = effects.count
      for effect in effects {
        start(effect, in: effectContext) {
          left -= 1
          if left == 0 { then?() }
        }
      }
    case .concatenate(let effects):
      startInTurn(effects[...], in: effectContext, then: then)
    case .cancellable(let effect, let id, let cancelInFlight):
      let inner = register(id, cancelInFlight: cancelInFlight, in: effectContext, then: then)
      start(effect, in: inner)
      inner.group.release()
    case .cancel(let id):
      for group in groups(id, outside: effectContext) { group.cancel(.requested) }
      then?()
    case .debounce(let effect, let id, let seconds):
      let inner = register(id, cancelInFlight: true, in: effectContext, then: then)
      wait(seconds, in: inner) { [self] in start(effect, in: inner) }
      inner.group.release()
    case .throttle(let effect, let id, let seconds, let latest):
      throttle(effect, id, seconds, latest: latest, in: effectContext, then: then)
    case .timeout(let effect, let seconds, let action):
      startWithTimeout(effect, seconds, action, in: effectContext, then: then)
    case .catching(let effect, let recover):
      var inner = effectContext
      inner.recoveries = EffectRecoveries(recover, outer: .of(effectContext))
      start(effect, in: inner, then: then)
    }
  }

  private func startInTurn(
    _ effects: ArraySlice<Effect<Action>>, in effectContext: EffectContext,
    then: (@MainActor () -> Void)?
  ) {
    var left = effects
    while let next = left.popFirst() {
      let latch = CompletionLatch()
      start(next, in: effectContext) { latch.end() }
      let rest = left
      guard
        latch.hasEnded(otherwise: { [self] in startInTurn(rest, in: effectContext, then: then) })
      else {
        return
      }
    }
    then?()
  }

  private func startWithTimeout(
    _ effect: Effect<Action>, _ seconds: TimeInterval, _ action: Action,
    in effectContext: EffectContext, then: (@MainActor () -> Void)?
  ) {
    let context = findContext()
    let timer = EffectTimer(name: effectContext.name)
    let group = EffectGroup()
    group.hold()
    group.onEnd = {
      timer.cancel(.requested)
      then?()
    }
    effectContext.group.add(group)
    effectContext.group.add(timer)
    let end: @MainActor () -> Void = { [self, unowned group] in
      // Otherwise the end of the group might end everything around it, or start the next effect of
      // a concatenation, before the action.
      group.hold()
      group.cancel(.requested)
      receive(action, effectContext.scope)
      group.release()
    }
    timer.start(after: seconds, on: context.clock, traced(end, in: context))
    var inner = effectContext
    inner.group = group
    start(effect, in: inner)
    group.release()
  }

  /// Calls an action later, unless the group is cancelled first.
  private func wait(
    _ seconds: TimeInterval, in effectContext: EffectContext,
    _ action: @escaping @MainActor () -> Void
  ) {
    guard !effectContext.group.isCancelled else { return }
    let context = findContext()
    let timer = EffectTimer(name: effectContext.name)
    effectContext.group.add(timer)
    timer.start(after: seconds, on: context.clock, traced(action, in: context))
  }

  /// Returns the action of a timer as a consequence of the current event in the trace, if one runs.
  private func traced(
    _ action: @escaping @MainActor () -> Void, in context: NavigationContext
  ) -> @MainActor () -> Void {
    guard let trace = context.trace else { return action }
    let event = trace.current
    return { trace.within(event, action) }
  }

  private func throttle(
    _ effect: Effect<Action>, _ id: EffectID, _ seconds: TimeInterval, latest: Bool,
    in effectContext: EffectContext, then: (@MainActor () -> Void)?
  ) {
    let now = findContext().clock.now
    guard let known = throttles[id], now < known.isOpenFrom || known.waiting != nil else {
      if throttleSweep.isReached(by: throttles.count) {
        throttles = throttles.filter { now < $0.value.isOpenFrom || $0.value.waiting != nil }
        throttleSweep.didSweep(leaving: throttles.count)
      }
      throttles[id] = Throttle(isOpenFrom: now + seconds)
      let inner = register(id, in: effectContext, then: then)
      start(effect, in: inner)
      inner.group.release()
      return
    }
    guard known.waiting == nil || latest else {
      then?()
      return
    }
    let inner = register(id, in: effectContext) { [weak self] in
      if self?.throttles[id]?.waiting?.hasEnded ?? false { self?.throttles[id]?.waiting = nil }
      then?()
    }
    throttles[id]?.waiting = inner.group
    // Set first: this may start another effect of this kind, which is the later one.
    known.waiting?.cancel(.requested)
    wait(known.isOpenFrom - now, in: inner) { [self] in
      throttles[id] = Throttle(isOpenFrom: findContext().clock.now + seconds)
      start(effect, in: inner)
    }
    inner.group.release()
  }

  /// Registers a group inside another one, under an identifier.
  ///
  /// It is held, so that it does not end while it is empty.
  ///
  /// - Returns: The context of an effect in the group.
  private func register(
    _ id: EffectID, cancelInFlight: Bool = false, in effectContext: EffectContext,
    then: (@MainActor () -> Void)?
  ) -> EffectContext {
    let earlier = cancelInFlight ? groups(id, outside: effectContext) : []
    let group = EffectGroup()
    group.hold()
    group.onEnd = { [weak self, unowned group] in
      self?.forget(group, id)
      then?()
    }
    effectContext.group.add(group)
    group.slotOfID = groups[id]?.count ?? 0
    groups[id, default: []].append(group)
    // Registered first: the end of an earlier effect may start another one of this kind, which is
    // the later one.
    for group in earlier { group.cancel(.requested) }
    var inner = effectContext
    inner.group = group
    inner.id = id
    return inner
  }

  private func forget(_ group: EffectGroup, _ id: EffectID) {
    guard let last = groups[id]?.popLast() else { return }
    if last !== group {
      groups[id]?[group.slotOfID] = last
      last.slotOfID = group.slotOfID
    }
    if groups[id]?.isEmpty ?? false { groups[id] = nil }
  }

  /// Returns the groups with an identifier, except for those around an effect: their end would end
  /// the effect itself.
  private func groups(_ id: EffectID, outside effectContext: EffectContext) -> [EffectGroup] {
    (groups[id] ?? []).filter { !effectContext.group.isInside($0) }
  }
}

extension EffectRunner {
  /// The unfinished effects, described for display; some sleep on a clock that stands still.
  var unfinished: (running: [String], sleeping: [String]) {
    let clock = findContext().clock
    let leaves = root.leaves
    return (
      running: leaves.filter { !$0.sleeps(on: clock) }.map(\.description),
      sleeping: leaves.filter { $0.sleeps(on: clock) }.map(\.description)
    )
  }

  /// Waits for a condition among the effects, within a test's timeout.
  ///
  /// Ends when the condition holds, when no remaining effect can continue by itself in time, or
  /// when the task is cancelled.
  ///
  /// - Parameters:
  ///   - seconds: The timeout, on a clock that runs.
  ///   - hasHappened: The condition, evaluated after each change.
  func waitForNews(
    timeout seconds: TimeInterval, until hasHappened: @MainActor () -> Bool
  ) async {
    guard !hasHappened() else { return }
    let timeout = findContext().activity.startTimeout(seconds) { [root] in root.wake() }
    defer { timeout.end() }
    while !hasHappened(), !root.isEmpty, !isAsleep, !timeout.isOver, !Task.isCancelled {
      await root.waitForNews()
    }
    if timeout.isOver { await takeLateTurns(until: hasHappened) }
  }
}

extension EffectRunner: TaskTracking {
  var isIdle: Bool { root.isWaiting }

  var hasWork: Bool { !root.isEmpty }

  var runningActivities: [NavigationActivity] {
    root.leaves.filter { !$0.isWaiting }.map(activity)
  }

  var waitingActivities: [NavigationActivity] { root.leaves.filter(\.isWaiting).map(activity) }

  func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    guard let run = WorkInProgress.current as? EffectRun<Action>, run.belongs(to: self),
      run.runs(in: task)
    else { return nil }
    return run.beginWaiting(for: reason)
  }

  private func activity(_ part: EffectPart) -> NavigationActivity {
    NavigationActivity(
      name: "\(coreName): \(part.activityName)", waitingFor: part.waitingFor)
  }
}

extension NavigationIssue {
  static func resigned(_ core: String, _ action: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "coreResigned"), severity: .abandoned,
      fact: "\(core) has resigned or is gone; the action \(action) was refused.",
      advice: "Stop its sender in `willDetach()`, or send it there; work that the end of the core "
        + "has cancelled checks `Task.isCancelled` first.", at: nil)
  }

  static func effectEnded(_ core: String, _ action: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "effectEnded"),
      fact: "An effect of \(core) sent \(action) after its closure had returned; it was refused.",
      advice: "Send only while the closure of `.run` runs: await the work that it starts.", at: nil)
  }

  static func effectFailed(_ core: String, _ action: String?, _ error: any Error) -> Self {
    NavigationIssue(
      code: .init(rawValue: "effectFailed"),
      fact: "An effect of \(core)\(action.map { ", started by \($0)," } ?? "") threw \(error).",
      advice: "Catch it inside the effect, or with `.catch(\(type(of: error)).self) { … }`.",
      at: nil)
  }
}

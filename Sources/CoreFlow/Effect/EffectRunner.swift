import Foundation

/// Runs the effects of one core; made when the first one starts.
@MainActor
final class EffectRunner<Action> {
  private struct Throttle {
    var isOpenFrom: TimeInterval
    var waiting: EffectGroup?
  }

  let coreName: String
  private var contextSource: ContextSource
  /// The contexts whose trackers know of the effects, the present one last.
  ///
  /// A tracker that has begun to wait for an effect waits until its end.
  private var contexts: [NavigationContext] = []
  /// Everything that has not ended, a group for each action.
  let root = EffectGroup(isRoot: true)
  /// Takes an action to the core; answers `false` if the core is gone.
  private let deliver: @MainActor (Action, EffectGroup) -> Bool
  /// Counts the effects that were started.
  private var startCount = 0
  private var groups: [EffectID: [EffectGroup]] = [:]
  private var throttles: [EffectID: Throttle] = [:]
  private var throttleSweepSize = 64

  init(
    coreName: String, _ contextSource: ContextSource,
    deliver: @escaping @MainActor (Action, EffectGroup) -> Bool
  ) {
    self.coreName = coreName
    self.contextSource = contextSource
    self.deliver = deliver
    root.onEnd = { [weak self] in self?.tellIfIdle() }
    root.onProgress = { [weak self] in self?.noteWaiting() }
    findContext()
  }

  /// Goes on in the context that the source names now.
  func follow(_ source: ContextSource) {
    contextSource = source
    findContext()
  }

  /// The context of the core now.
  private var context: NavigationContext { findContext() }

  /// The context of the core now; what waits for its time goes on waiting there.
  @discardableResult
  private func findContext() -> NavigationContext {
    let context = contextSource.context
    let last = contexts.last
    guard last !== context else { return context }
    if let index = contexts.firstIndex(where: { $0 === context }) {
      contexts.remove(at: index)
    } else {
      context.activity.add(self)
    }
    contexts.append(context)
    guard let last else { return context }
    for (id, throttle) in throttles {
      throttles[id]?.isOpenFrom = context.clock.now + throttle.isOpenFrom - last.clock.now
    }
    for timer in root.leaves { (timer as? EffectTimer)?.move(from: last.clock, to: context.clock) }
    return context
  }

  private func tellIfIdle() {
    guard isIdle else { return }
    for context in contexts { context.activity.sourceDidBecomeIdle() }
  }

  /// Whether all that has not ended sleeps on a clock that stands still.
  var isAsleep: Bool {
    root.isWaiting && root.leaves.allSatisfy { $0.sleeps(on: context.clock) }
  }

  /// Tells those who wait when nothing that is left can go on by itself.
  func noteWaiting() {
    let isWaitedFor = root.isWaitedFor || contexts.contains { $0.activity.isWaitedFor }
    guard isWaitedFor, root.isWaiting else { return }
    root.wake()
    for context in contexts { context.activity.sourceDidBecomeIdle() }
  }

  func report(_ issue: NavigationIssue) {
    findContext().issues.report(issue)
  }

  /// Takes an action to the core, or reports that it is gone.
  func receive(_ action: Action, _ scope: EffectGroup) {
    if !deliver(action, scope) { report(.resigned(coreName, "\(action)")) }
  }

  func cancelAll() {
    root.cancel(.resigned)
    throttles = [:]
  }

  /// Gives effects the turns that a busy main actor has kept from them.
  ///
  /// A turn goes where effects run and comes back. It ends when a hundred in a row,
  /// about a millisecond on an idle machine, have moved nothing, and after a hundred thousand: effects
  /// that start each other for ever would never let it end.
  private func takeLateTurns(until hasHappened: @MainActor () -> Bool) async {
    var idleTurns = 0
    for _ in 0..<100_000
    where idleTurns < 100 && !hasHappened() && !root.isEmpty && !Task.isCancelled {
      let before = startCount
      await takeTurn()
      idleTurns = startCount == before ? idleTurns + 1 : 0
    }
  }

  /// Where an effect is started from.
  struct Place {
    /// What it is a part of.
    var group: EffectGroup
    /// The group of the action behind it.
    var scope: EffectGroup
    var recoveries: EffectRecoveries<Action>?
    /// The action behind it, if names are kept.
    var name: String?

    func inside(_ group: EffectGroup) -> Place {
      var place = self
      place.group = group
      return place
    }
  }

  /// Starts an effect, and calls `then` when it has ended.
  func start(_ effect: Effect<Action>, at place: Place, then: (@MainActor () -> Void)? = nil) {
    guard let operation = effect.operation, !place.group.isCancelled else {
      then?()
      return
    }
    startCount += 1
    switch operation {
    case .run(let priority, let body):
      findContext()
      let run = EffectRun(
        self, scope: place.scope, recoveries: place.recoveries, name: place.name, then: then)
      place.group.add(run)
      run.start(priority, body)
    case .send(let action):
      receive(action, place.scope)
      then?()
    case .merge(let effects):
      var left = effects.count
      for effect in effects {
        start(effect, at: place) {
          left -= 1
          if left == 0 { then?() }
        }
      }
    case .concatenate(let effects):
      startInTurn(effects[...], at: place, then: then)
    case .cancellable(let effect, let id, let cancelInFlight):
      let earlier = cancelInFlight ? groups[id] ?? [] : []
      let group = register(id, in: place.group, then: then)
      // What an end lets go on may be of this kind, too; it is the later one then.
      for group in earlier { group.cancel(.requested) }
      start(effect, at: place.inside(group))
      group.release()
    case .cancel(let id):
      cancel(id)
      then?()
    case .debounce(let effect, let id, let seconds):
      let earlier = groups[id] ?? []
      let group = register(id, in: place.group, then: then)
      for group in earlier { group.cancel(.requested) }
      startLater(effect, after: seconds, at: place.inside(group))
      group.release()
    case .throttle(let effect, let id, let seconds, let latest):
      throttle(effect, id, seconds, latest: latest, at: place, then: then)
    case .catching(let effect, let recover):
      var inner = place
      inner.recoveries = EffectRecoveries(recover, outer: place.recoveries)
      start(effect, at: inner, then: then)
    }
  }

  /// Runs work of the core on the main actor, as an effect.
  func run(_ name: String, at place: Place, _ body: @escaping @MainActor () async -> Void) {
    startCount += 1
    let run = EffectRun(self, scope: place.scope, recoveries: nil, name: name, then: nil)
    place.group.add(run)
    run.start(nil) { @MainActor _ in await body() }
  }

  private func startInTurn(
    _ effects: ArraySlice<Effect<Action>>, at place: Place, then: (@MainActor () -> Void)?
  ) {
    var left = effects
    while let next = left.popFirst() {
      let turn = Turn()
      start(next, at: place) { turn.end() }
      let rest = left
      guard turn.hasEnded(otherwise: { [self] in startInTurn(rest, at: place, then: then) }) else {
        return
      }
    }
    then?()
  }

  private func startLater(_ effect: Effect<Action>, after seconds: TimeInterval, at place: Place) {
    wait(seconds, at: place) { [self] in start(effect, at: place) }
  }

  /// Calls an action later, unless the group of the place is cancelled before.
  private func wait(
    _ seconds: TimeInterval, at place: Place, _ action: @escaping @MainActor () -> Void
  ) {
    guard !place.group.isCancelled else { return }
    let clock = findContext().clock
    let timer = EffectTimer(name: place.name)
    place.group.add(timer)
    timer.start(after: seconds, on: clock, action)
  }

  private func throttle(
    _ effect: Effect<Action>, _ id: EffectID, _ seconds: TimeInterval, latest: Bool,
    at place: Place, then: (@MainActor () -> Void)?
  ) {
    let now = findContext().clock.now
    guard let known = throttles[id], now < known.isOpenFrom || known.waiting != nil else {
      if throttles.count >= throttleSweepSize {
        throttles = throttles.filter { now < $0.value.isOpenFrom || $0.value.waiting != nil }
        throttleSweepSize = max(64, throttles.count * 2)
      }
      throttles[id] = Throttle(isOpenFrom: now + seconds)
      let group = register(id, in: place.group, then: then)
      start(effect, at: place.inside(group))
      group.release()
      return
    }
    guard known.waiting == nil || latest else {
      then?()
      return
    }
    let group = register(id, in: place.group) { [weak self] in
      if self?.throttles[id]?.waiting?.hasEnded ?? false { self?.throttles[id]?.waiting = nil }
      then?()
    }
    throttles[id]?.waiting = group
    // What this lets go on may be of this kind, too; it is the later one then.
    known.waiting?.cancel(.requested)
    let inner = place.inside(group)
    wait(known.isOpenFrom - now, at: inner) { [self] in
      throttles[id] = Throttle(isOpenFrom: findContext().clock.now + seconds)
      start(effect, at: inner)
    }
    group.release()
  }

  /// A group that can be cancelled by an identifier; held, so that it does not end while empty.
  private func register(
    _ id: EffectID, in parent: EffectGroup, then: (@MainActor () -> Void)?
  ) -> EffectGroup {
    let group = EffectGroup()
    group.hold()
    group.onEnd = { [weak self, unowned group] in
      self?.forget(group, id)
      then?()
    }
    parent.add(group)
    groups[id, default: []].append(group)
    return group
  }

  private func forget(_ group: EffectGroup, _ id: EffectID) {
    groups[id]?.removeAll { $0 === group }
    if groups[id]?.isEmpty ?? false { groups[id] = nil }
  }

  private func cancel(_ id: EffectID) {
    for group in groups[id] ?? [] { group.cancel(.requested) }
  }
}

/// The effects that have not ended, for people.
struct EffectsLeft {
  var running: [String]
  /// On a clock that stands still.
  var sleeping: [String]
}

extension EffectRunner {
  /// The effects that have not ended.
  var state: EffectsLeft {
    let clock = context.clock
    let leaves = root.leaves
    return EffectsLeft(
      running: leaves.filter { !$0.sleeps(on: clock) }.map(\.description),
      sleeping: leaves.filter { $0.sleeps(on: clock) }.map(\.description))
  }

  /// Waits for something to happen among the effects, as long as a test is willing to.
  ///
  /// Ends when what is waited for has happened, when nothing is left that could go on by itself in
  /// time, or when the task is cancelled.
  ///
  /// - Parameters:
  ///   - seconds: How long, on a clock that runs.
  ///   - hasHappened: Asked again after each change.
  func waitForNews(
    timeout seconds: TimeInterval, until hasHappened: @MainActor () -> Bool
  ) async {
    let patience = context.activity.patience(seconds) { [root] in root.wake() }
    defer { patience.end() }
    while !hasHappened(), !root.isEmpty, !isAsleep, !patience.isOver, !Task.isCancelled {
      await root.waitForNews()
    }
    if patience.isOver { await takeLateTurns(until: hasHappened) }
  }
}

extension EffectRunner: TaskHost {
  var isIdle: Bool { root.isWaiting }

  var runningActivities: [NavigationActivity] {
    root.leaves.filter { !$0.isWaiting }.map(activity)
  }

  var waitingActivities: [NavigationActivity] { root.leaves.filter(\.isWaiting).map(activity) }

  func beginWaiting(for reason: String, in task: Int) -> (@MainActor () -> Void)? {
    guard let run = root.leaves.first(where: { $0.runs(in: task) }) else { return nil }
    run.waitingFor = reason
    noteWaiting()
    return { run.waitingFor = nil }
  }

  private func activity(_ part: EffectPart) -> NavigationActivity {
    NavigationActivity(
      name: "\(coreName): \(part.activityName)", waitingFor: part.waitingFor ?? part.asideFor)
  }
}

extension NavigationIssue {
  static func resigned(_ core: String, _ action: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "coreResigned"), severity: .abandoned,
      fact: "\(core) has resigned or is gone; the action \(action) was refused.",
      advice: "Stop what sends it in `willDetach()`, or send it there.", at: nil)
  }

  static func effectEnded(_ core: String, _ action: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "effectEnded"),
      fact: "An effect of \(core) had returned when it sent \(action); the action was refused.",
      advice: "Send only while the closure of `.run` runs: await what it starts.", at: nil)
  }

  static func effectFailed(_ core: String, _ action: String?, _ error: any Error) -> Self {
    NavigationIssue(
      code: .init(rawValue: "effectFailed"),
      fact: "An effect of \(core)\(action.map { ", started by \($0)," } ?? "") threw \(error).",
      advice: "Catch it inside the effect, or with `.catch(\(type(of: error)).self) { … }`.",
      at: nil)
  }
}

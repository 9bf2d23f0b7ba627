import Foundation

/// Runs the effects of one core; made when the first one starts.
@MainActor
final class EffectRunner<Action> {
  private struct Throttle {
    var isOpenFrom: TimeInterval
    var waiting: EffectGroup?
  }

  let coreName: String
  let context: NavigationContext
  /// Everything that has not ended, a group for each action.
  let root = EffectGroup(isRoot: true)
  /// Takes an action to the core, or reports that it is gone.
  let receive: @MainActor (Action, EffectGroup) -> Void
  /// Counts the effects that were started.
  private var startCount = 0
  private var groups: [EffectID: [EffectGroup]] = [:]
  private var throttles: [EffectID: Throttle] = [:]

  init(
    coreName: String, context: NavigationContext,
    receive: @escaping @MainActor (Action, EffectGroup) -> Void
  ) {
    self.coreName = coreName
    self.context = context
    self.receive = receive
    root.onEnd = { context.activity.sourceDidBecomeIdle() }
    context.activity.add(self)
  }

  func report(_ issue: NavigationIssue) {
    context.issues.report(issue)
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
  func takeLateTurns() async {
    var idleTurns = 0
    for _ in 0..<100_000 where idleTurns < 100 && !root.isEmpty && !Task.isCancelled {
      let before = startCount
      await Self.takeTurn()
      idleTurns = startCount == before ? idleTurns + 1 : 0
    }
  }

  /// Waits behind effects that were started before.
  ///
  /// A task of its own, as an effect is, which nobody awaits: awaiting would raise its priority, and
  /// it would pass by what it is to wait behind. It has nothing to do that could be cancelled.
  private nonisolated static func takeTurn() async {
    await withCheckedContinuation { turn in _ = Task { turn.resume() } }
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
      if cancelInFlight { cancel(id) }
      let group = register(id, in: place.group, then: then)
      start(effect, at: place.inside(group))
      group.release()
    case .cancel(let id):
      cancel(id)
      then?()
    case .debounce(let effect, let id, let seconds):
      cancel(id)
      let group = register(id, in: place.group, then: then)
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
    let timer = EffectTimer(name: place.name)
    place.group.add(timer)
    timer.start(after: seconds, on: context.clock) { [self] in start(effect, at: place) }
  }

  private func throttle(
    _ effect: Effect<Action>, _ id: EffectID, _ seconds: TimeInterval, latest: Bool,
    at place: Place, then: (@MainActor () -> Void)?
  ) {
    let now = context.clock.now
    guard let known = throttles[id], now < known.isOpenFrom || known.waiting != nil else {
      if throttles.count >= 64 {
        throttles = throttles.filter { now < $0.value.isOpenFrom || $0.value.waiting != nil }
      }
      throttles[id] = Throttle(isOpenFrom: now + seconds)
      let group = register(id, in: place.group, then: then)
      start(effect, at: place.inside(group))
      group.release()
      return
    }
    if let waiting = known.waiting {
      guard latest else {
        then?()
        return
      }
      waiting.cancel(.requested)
    }
    let group = register(id, in: place.group) { [weak self] in
      if self?.throttles[id]?.waiting?.hasEnded ?? false { self?.throttles[id]?.waiting = nil }
      then?()
    }
    throttles[id]?.waiting = group
    let timer = EffectTimer(name: place.name)
    group.add(timer)
    timer.start(after: known.isOpenFrom - now, on: context.clock) { [self] in
      throttles[id] = Throttle(isOpenFrom: context.clock.now + seconds)
      start(effect, at: place.inside(group))
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

  /// An effect waits for something outside.
  func noteWaiting() {
    if isIdle { context.activity.sourceDidBecomeIdle() }
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
      advice: "Stop what sends it in `willDetach()`, or send it there.")
  }

  static func effectEnded(_ core: String, _ action: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "effectEnded"),
      fact: "An effect of \(core) had returned when it sent \(action); the action was refused.",
      advice: "Send only while the closure of `.run` runs: await what it starts.")
  }

  static func effectFailed(_ core: String, _ action: String?, _ error: any Error) -> Self {
    NavigationIssue(
      code: .init(rawValue: "effectFailed"),
      fact: "An effect of \(core)\(action.map { ", started by \($0)," } ?? "") threw \(error).",
      advice: "Catch it inside the effect, or with `.catch(\(type(of: error)).self) { … }`.")
  }
}

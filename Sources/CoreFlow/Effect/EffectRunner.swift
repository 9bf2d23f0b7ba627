import Foundation

/// Runs the effects of one core.
///
/// Created when the first one starts.
@MainActor
final class EffectRunner<Action>: EffectTracker {
  private struct Throttle {
    var isOpenFrom: TimeInterval
    var waiting: EffectGroup?

    /// Whether the interval is over at a time, as a manual clock decides for its timers.
    func isOpen(at time: TimeInterval) -> Bool {
      time >= isOpenFrom - ManualNavigationClock.tolerance
    }
  }

  /// Delivers an action to the core; returns `false` if the core is gone.
  private let deliver: @MainActor (Action, EffectGroup) -> Bool
  private var groups: [EffectID: [EffectGroup]] = [:]
  private var throttles: [EffectID: Throttle] = [:]
  private var throttleSweep = SweepThreshold(64)

  init(
    coreName: String, _ contextSource: ContextSource,
    deliver: @escaping @MainActor (Action, EffectGroup) -> Bool
  ) {
    self.deliver = deliver
    super.init(coreName: coreName, contextSource)
  }

  override func clockDidChange(from old: any NavigationClock, to new: any NavigationClock) {
    super.clockDidChange(from: old, to: new)
    for (id, throttle) in throttles {
      throttles[id]?.isOpenFrom = new.now + throttle.isOpenFrom - old.now
    }
  }

  /// Delivers an action to the core, or reports that the core is gone.
  func deliverOrReport(_ action: Action, _ scope: EffectGroup) {
    if !deliver(action, scope) { report(.resigned(coreName, "\(action)")) }
  }

  override func cancelAll() {
    super.cancelAll()
    throttles = [:]
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
      run(
        body, priority, in: effectContext.group, of: effectContext.scope, effectContext.recoveries,
        name: effectContext.name, then: then)
    case .send(let action):
      deliverOrReport(action, effectContext.scope)
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
      EffectGroup.cancel(groups(id, outside: effectContext), .requested)
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
      inner.recoveries = EffectRecoveries(recover, outer: effectContext.recoveries.map { .of($0) })
      start(effect, in: inner, then: then)
    }
  }

  /// Starts a task, which begins later.
  // Without a context, for which each effect would count references to its parts.
  func run(
    _ body: @escaping Effect<Action>.Work, _ priority: UInt8?, in group: EffectGroup,
    of scope: EffectGroup, _ recoveries: AnyEffectRecoveries? = nil, name: EffectName?,
    then: (@MainActor () -> Void)? = nil
  ) {
    guard !group.isCancelled else {
      then?()
      return
    }
    startCount += 1
    let run = EffectRun(self, scope: scope, recoveries: recoveries, name: name, then: then)
    group.add(run)
    run.start(priority, tracedIn: followContext().trace, body)
  }

  private func startInTurn(
    _ effects: ArraySlice<Effect<Action>>, in effectContext: EffectContext,
    then: (@MainActor () -> Void)?
  ) {
    var left = effects
    while let next = left.popFirst() {
      let end = Signal()
      start(next, in: effectContext) { end.signal() }
      let rest = left
      guard
        end.hasCome(otherwise: { [self] in startInTurn(rest, in: effectContext, then: then) })
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
    let context = followContext()
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
      deliverOrReport(action, effectContext.scope)
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
    let context = followContext()
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
    let now = followContext().clock.now
    guard let known = throttles[id], !known.isOpen(at: now) || known.waiting != nil else {
      if throttleSweep.isReached(by: throttles.count) {
        throttles = throttles.filter { !$0.value.isOpen(at: now) || $0.value.waiting != nil }
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
      throttles[id] = Throttle(isOpenFrom: followContext().clock.now + seconds)
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
      self?.forget(group)
      then?()
    }
    effectContext.group.add(group)
    group.registration = EffectRegistration(id, slot: groups[id]?.count ?? 0)
    groups[id, default: []].append(group)
    // Registered first: the end of an earlier effect may start another one of this kind, which is
    // the later one.
    EffectGroup.cancel(earlier, .requested)
    var inner = effectContext
    inner.group = group
    return inner
  }

  private func forget(_ group: EffectGroup) {
    guard let registration = group.registration else { return }
    let id = registration.id
    guard let last = groups[id]?.popLast() else { return }
    if last !== group {
      groups[id]?[registration.slot] = last
      last.registration?.slot = registration.slot
    }
    if groups[id]?.isEmpty ?? false { groups[id] = nil }
  }

  /// Returns the groups with an identifier, except for those around an effect: their end would end
  /// the effect itself.
  private func groups(_ id: EffectID, outside effectContext: EffectContext) -> [EffectGroup] {
    (groups[id] ?? []).filter { !effectContext.group.isInside($0) }
  }
}

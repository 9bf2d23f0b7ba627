import NavigationRuntime

extension Activatable {
  /// Declares work that runs while this core is active.
  ///
  /// ```swift
  /// final class MailCore: Core<String, [String]> {
  ///   let mailbox = AsyncPassthroughSubject<String>()
  ///
  ///   override func didBecomeActive() {
  ///     whileActive("follow the mailbox") { core in
  ///       for await mail in core.mailbox.stream where !Task.isCancelled { core.send(mail) }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The work starts with each activation, or immediately if the core is active, and is cancelled
  /// when the core resigns. It may be declared in an initialiser or in
  /// ``Activatable/didBecomeActive()``; a declaration that is repeated at the next activation has
  /// no effect. One that is repeated within an activation, as in a loop, is refused and reported,
  /// unless its name differs. On a core without a flow, as in a unit test, no work starts.
  ///
  /// The work may be endless: unlike that of `run(_:_:)`, `settled()`,
  /// `exhaust(timeout:)` and a test store do not wait for it.
  ///
  /// - Parameters:
  ///   - name: A human-readable description of the work.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - work: Runs on the main actor, in a task of its own, and receives the core.
  public func whileActive<A, S>(
    _ name: String, fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    _ work: @escaping @MainActor (Self) async -> Void
  ) where Self: Core<A, S> {
    declareWork(of: self, .init(name: name, fileID: fileID, line: line, column: column), work)
  }
}

extension Activatable where Self: ScreenLessCore {
  /// Declares work that runs while this core is active.
  ///
  /// The work starts with each activation, or immediately if the core is active, and is cancelled
  /// when the core resigns. A declaration that is repeated at the next activation has no effect;
  /// one that is repeated within an activation is refused and reported, unless its name differs.
  /// `settled()` does not wait for the work, which may be endless.
  ///
  /// - Parameters:
  ///   - name: A human-readable description of the work.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  ///   - work: Runs on the main actor, in a task of its own, and receives the core.
  public func whileActive(
    _ name: String, fileID: String = #fileID, line: UInt = #line, column: UInt = #column,
    _ work: @escaping @MainActor (Self) async -> Void
  ) {
    declareWork(of: self, .init(name: name, fileID: fileID, line: line, column: column), work)
  }
}

@MainActor
private func declareWork<C: ManagedCore>(
  of core: C, _ declaration: CoreLifecycleObservers.DeclaredWork,
  _ work: @escaping @MainActor (C) async -> Void
) {
  let observers = core.lifecycleObservers
  if let known = observers.declaredWork[declaration] {
    guard known.activation == observers.activations else {
      known.activation = observers.activations
      known.report = nil
      return
    }
    let report: @MainActor () -> Void = { [weak core] in
      core?.context.issues.report(.workRepeated("\(C.self)", declaration))
    }
    // A test without a flow may call `didBecomeActive()` several times.
    guard core.lifecycleState == .unmanaged else { return report() }
    if known.report == nil { observers.repeatedWork.append(known) }
    known.report = report
    return
  }
  let tasks = observers.tasks
  let start: @MainActor () -> Void = { [weak core, weak tasks] in
    _ = tasks?.begin("\(C.self): \(declaration.name)") {
      // The core may have resigned before the task's turn.
      if let core, !Task.isCancelled { await work(core) }
    }
  }
  let entry = CoreLifecycleObservers.DeclaredEntry(activation: observers.activations)
  observers.declaredWork[declaration] = entry
  entry.subscription = observers.changes.sink { [weak tasks] state in
    switch state {
    case .active: start()
    case .resigning: tasks?.cancelAll()
    case .unmanaged, .waiting, .detaching, .resigned: break
    }
  }
  if core.lifecycleState == .active { start() }
}

extension NavigationIssue {
  fileprivate static func workRepeated(
    _ core: String, _ work: CoreLifecycleObservers.DeclaredWork
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "workRepeated"), severity: .abandoned,
      fact: "‘\(work.name)’ of \(core) was declared twice by this call, and runs once.",
      advice: "Give each piece of work a name of its own.",
      fileID: work.fileID, line: work.line)
  }
}

extension ManagedCore {
  /// A new stream of whether the core is active: now, then at each change.
  var activeStates: AsyncStream<Bool> {
    .subscribing { end in
      var last = lifecycleState == .active
      end.yield(last)
      return lifecycleChanges.sink { state in
        let isActive = state == .active
        guard last != isActive else { return }
        last = isActive
        end.yield(isActive)
      }
    }
  }
}

extension Core {
  /// A new stream of ``isActive``: the current value, then each change.
  ///
  /// Ends when the core is released. Releasing the stream unsubscribes it.
  public final var isActiveStream: AsyncStream<Bool> { activeStates }
}

extension ScreenLessCore {
  /// A new stream of ``isActive``: the current value, then each change.
  ///
  /// Ends when the core is released. Releasing the stream unsubscribes it.
  public final var isActiveStream: AsyncStream<Bool> { activeStates }
}

extension Core {
  /// Waits for a state that has a value, and returns the value.
  ///
  /// ```swift
  /// let items = try await core.state { $0.isLoading ? nil : $0.items }
  /// ```
  ///
  /// The closure receives the current state, then each committed one, until it returns a value.
  /// A closure that returns `Bool` or `Bool?` is a condition instead, and the wait ends when it
  /// returns `true`; see ``state(where:)``.
  /// `settled()` lists the wait and does not wait for it.
  ///
  /// - Parameter select: Returns the value, or `nil` to wait for the next state.
  /// - Returns: The first value.
  /// - Throws: `CancellationError` when the core resigns, or if the calling task is cancelled.
  @_disfavoredOverload
  public final func state<Value>(
    _ select: @escaping @MainActor (State) -> Value?
  ) async throws -> Value {
    try await firstValue {
      let value = select($0)
      // Swift chooses this method with `Bool?` as `Value` for a condition of several statements
      // after `try?` where a `Bool?` is expected.
      if Value.self == Bool?.self, let flag = value as? Bool?, flag != true { return nil }
      return value
    }
  }

  /// Waits for a state that fulfils a condition, and returns the state.
  ///
  /// ```swift
  /// try await core.state { $0.items.count == 2 }
  /// ```
  ///
  /// - Parameter condition: Receives the current state, then each committed one.
  /// - Returns: The first state that fulfils the condition.
  /// - Throws: `CancellationError` when the core resigns, or if the calling task is cancelled.
  @discardableResult
  public final func state(
    where condition: @escaping @MainActor (State) -> Bool
  ) async throws -> State {
    try await firstValue { condition($0) ? $0 : nil }
  }

  /// Waits for a state that fulfils a condition, where a `Bool` is expected.
  ///
  /// ```swift
  /// let isReady: Bool = try await core.state { !$0.isLoading }
  /// ```
  ///
  /// Like ``state(where:)``, it waits until the condition is true; it does not return the
  /// current value.
  ///
  /// - Parameter condition: Receives the current state, then each committed one.
  /// - Returns: `true`.
  /// - Throws: `CancellationError` when the core resigns, or if the calling task is cancelled.
  @_disfavoredOverload
  @discardableResult
  public final func state(_ condition: @escaping @MainActor (State) -> Bool) async throws -> Bool {
    try await firstValue { condition($0) ? true : nil }
  }

  private func firstValue<Value>(
    _ select: @escaping @MainActor (State) -> Value?
  ) async throws -> Value {
    if lifecycleState.refusesActions || Task.isCancelled { throw CancellationError() }
    let found = KeptValue<Value>()
    let gate = ActivityGate("a state of \(Self.self)", context: context)
    let observer = observe { state in
      guard found.value == nil, let value = select(state.pointee) else { return }
      found.value = value
      gate.open()
    }
    defer { observer.cancel() }
    if let value = found.value { return value }
    let watch = lifecycleChanges.sink { if $0.refusesActions { gate.open() } }
    defer { watch.cancel() }
    try await gate.wait()
    guard let value = found.value else { throw CancellationError() }
    return value
  }
}

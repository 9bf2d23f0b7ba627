/// Suspends the current task until its continuation is resumed.
///
/// - Parameter body: Called synchronously, with the continuation; it may be resumed there already.
/// - Returns: The value with which it is resumed.
@MainActor
@discardableResult
package func withMainActorContinuation(
  _ body: @MainActor (MainActorContinuation) -> Void
) async -> Bool {
  let continuation = MainActorContinuation()
  body(continuation)
  return await continuation.value
}

/// The suspension of a task of the main actor, which proceeds there when it is resumed.
///
/// The standard library's continuations enqueue their task on the global executor, from which it
/// comes back to the main actor: a thread has to wake up, and tasks may overtake each other. A task
/// that waits here is in the main actor's queue as soon as it is resumed.
///
/// The task waits for a value of this actor, which has an executor of its own (SE-0392). The executor
/// keeps the task's job, and passes it to that of the main actor.
///
/// Not generic over the value, because its type would be looked up at each wait.
package actor MainActorContinuation: SerialExecutor {
  // Used on the main actor alone: a task that waits suspends there.
  nonisolated(unsafe) private var job: UnownedJob?
  nonisolated(unsafe) private var result: Bool?

  /// Resumes the task; called exactly once.
  @MainActor
  package func resume(returning value: Bool = true) {
    precondition(result == nil, "A task was resumed twice.")
    result = value
    if let job { MainActor.shared.enqueue(job) }
  }

  fileprivate var value: Bool {
    guard let result else { preconditionFailure("A task has proceeded that was not resumed.") }
    return result
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

  package nonisolated func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  package nonisolated func enqueue(_ job: UnownedJob) {
    if result == nil { self.job = job } else { MainActor.shared.enqueue(job) }
  }

  // The jobs run on the main actor's executor, where a check of the isolation has to pass.
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, *)
  package nonisolated func checkIsolated() { MainActor.preconditionIsolated() }
}

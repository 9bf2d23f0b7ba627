extension NavigationContext {
  /// Runs the app's work in a task that ``settled()`` waits for.
  ///
  /// For services, whose own tasks the runtime cannot know:
  ///
  /// ```swift
  /// refresh = context.run("refresh") { [cache] in await cache.refresh() }
  /// ```
  ///
  /// The task keeps what its closure uses until it ends; a weak reference that is used across an
  /// `await` keeps its object for as long. So the handle must not be kept by that object alone.
  /// Work of a stepper or of a core belongs in their own `run`, which ends with the screen.
  ///
  /// - Parameters:
  ///   - name: A description of the work, for people.
  ///   - body: The work.
  /// - Returns: The handle that keeps the task going; cancelled or released, it cancels the task.
  public func run(
    _ name: String, _ body: @escaping @MainActor () async -> Void
  ) -> Cancellation {
    trackedTasks.start(name, body)
  }

  private var trackedTasks: TrackedTasks {
    let key = ObjectIdentifier(TrackedTasks.self)
    if let tasks = companions[key] as? TrackedTasks { return tasks }
    let tasks = TrackedTasks()
    tasks.join(activity)
    companions[key] = tasks
    return tasks
  }
}

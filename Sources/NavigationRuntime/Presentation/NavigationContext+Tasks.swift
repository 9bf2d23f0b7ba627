extension NavigationContext {
  /// Runs the app's work in a task that ``settled()`` waits for.
  ///
  /// For view models and services, whose own tasks the runtime cannot know:
  ///
  /// ```swift
  /// work = context.run("log in") { [weak self] in await self?.logIn() }
  /// ```
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
    let tasks = TrackedTasks(activity)
    companions[key] = tasks
    return tasks
  }
}

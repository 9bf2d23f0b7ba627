extension NavigationContext {
  /// Asks a container to do something, in the lane of its window.
  ///
  /// ```swift
  /// await context.perform(.push(detail), on: navigationController)
  /// ```
  ///
  /// Whether the operation makes sense is looked at when its turn has come. Bad input is refused
  /// with the reason, and nothing changes.
  ///
  /// - Parameters:
  ///   - operation: What to do.
  ///   - container: What it is asked of. If it has left the screen when the turn comes, or is
  ///     gone, the request is refused.
  ///   - animated: Whether with an animation.
  ///   - cause: Who wants it.
  ///   - owner: For whom it is; if the owner is gone when the turn comes, the request is refused.
  ///   - key: A later request with an equal key supersedes this one while it waits.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: The handle on what becomes of it.
  @discardableResult
  public func request(
    _ operation: NavigationOperation,
    on container: any NavigationContainer,
    animated: Bool = true,
    cause: NavigationCause = .code,
    owner: AnyObject? = nil,
    coalescing key: AnyHashable? = nil,
    fileID: String = #fileID,
    line: UInt = #line
  ) -> ScheduledTransition {
    let request = Request(operation: operation, container: container, animated: animated)
    return scheduler(of: container).schedule(
      request.name, cause: cause, owner: owner, coalescing: key, fileID: fileID, line: line
    ) { _ in request.start() }
  }

  /// Asks a container to do something, and waits until it has ended.
  ///
  /// If the calling task is cancelled before the operation has begun, it is taken back.
  ///
  /// - Parameters:
  ///   - operation: What to do.
  ///   - container: What it is asked of.
  ///   - animated: Whether with an animation.
  ///   - cause: Who wants it.
  ///   - owner: For whom it is; if the owner is gone when the turn comes, the request is refused.
  ///   - key: A later request with an equal key supersedes this one while it waits.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: What became of it.
  @discardableResult
  public func perform(
    _ operation: NavigationOperation,
    on container: any NavigationContainer,
    animated: Bool = true,
    cause: NavigationCause = .code,
    owner: AnyObject? = nil,
    coalescing key: AnyHashable? = nil,
    fileID: String = #fileID,
    line: UInt = #line
  ) async -> TransitionOutcome {
    let request = Request(operation: operation, container: container, animated: animated)
    return await scheduler(of: container).perform(
      request.name, cause: cause, owner: owner, coalescing: key, fileID: fileID, line: line
    ) { _ in request.start() }
  }
}

/// One operation, until its turn has come.
@MainActor
private struct Request {
  let operation: NavigationOperation
  weak var container: (any NavigationContainer)?
  let animated: Bool
  let name: String
  /// Whether the container was in a tree when the request was made, and has to be still.
  let wasInTree: Bool

  init(operation: NavigationOperation, container: any NavigationContainer, animated: Bool) {
    self.operation = operation
    self.container = container
    self.animated = animated
    name = "\(operation.description) on \(container.label)"
    wasInTree = container.lifecycle.isInTree
  }

  func start() -> ScheduledTransition.Answer {
    guard let container, container.lifecycle.isInTree || !wasInTree else {
      return .ended(
        .refused(TransitionRefusal(.notOnScreen, "\(name): the container has left the screen.")))
    }
    if let outcome = operation.outcomeBeforehand(on: container) { return .ended(outcome) }
    return container.start(operation, animated: animated)
  }
}

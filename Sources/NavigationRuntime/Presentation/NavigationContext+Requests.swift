extension NavigationContext {
  /// Requests an operation of a container, through the scheduler of its window.
  ///
  /// ```swift
  /// await context.perform(.push(detail), on: navigationController)
  /// ```
  ///
  /// The operation is validated when its turn has come. An invalid one is refused with the reason,
  /// and nothing changes.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - container: The container that performs it. If it has left the screen or is deallocated
  ///     when the turn comes, the request is refused.
  ///   - animated: Whether with an animation.
  ///   - cause: The cause of the request.
  ///   - owner: The object on whose behalf the request is made; if it is deallocated when the turn
  ///     comes, the request is refused.
  ///   - key: A later request with an equal key supersedes this one while it waits.
  ///   - fileID: The file of the call, for reports; `nil` if there is none.
  ///   - line: The line of the call.
  /// - Returns: The handle on the request and its outcome.
  @discardableResult
  public func request(
    _ operation: NavigationOperation,
    on container: any NavigationContainer,
    animated: Bool = true,
    cause: NavigationCause = .code,
    owner: AnyObject? = nil,
    coalescing key: AnyHashable? = nil,
    fileID: String? = #fileID,
    line: UInt? = #line
  ) -> ScheduledTransition {
    let request = Request(operation: operation, container: container, animated: animated)
    var cause = cause
    if cause.work == nil { cause.work = currentWork }
    // Arriving containers accept requests before they are on screen: in the same scheduler, later.
    let arriving = request.expectArrivals()
    let transition = scheduler(of: container).schedule(
      request.name, cause: cause, owner: owner, coalescing: key, fileID: fileID, line: line
    ) { _ in request.start() }
    if !arriving.isEmpty {
      transition.onEnd { _ in for lifecycle in arriving { lifecycle.arrivalDidEnd() } }
    }
    return transition
  }

  /// Requests an operation of a container, and waits until it has ended.
  ///
  /// If the calling task is cancelled before the operation has begun, the request is withdrawn.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - container: The container that performs it.
  ///   - animated: Whether with an animation.
  ///   - cause: The cause of the request.
  ///   - owner: The object on whose behalf the request is made; if it is deallocated when the turn
  ///     comes, the request is refused.
  ///   - key: A later request with an equal key supersedes this one while it waits.
  ///   - fileID: The file of the call, for reports; `nil` if there is none.
  ///   - line: The line of the call.
  /// - Returns: The outcome.
  @discardableResult
  public func perform(
    _ operation: NavigationOperation,
    on container: any NavigationContainer,
    animated: Bool = true,
    cause: NavigationCause = .code,
    owner: AnyObject? = nil,
    coalescing key: AnyHashable? = nil,
    fileID: String? = #fileID,
    line: UInt? = #line
  ) async -> TransitionOutcome {
    guard !Task.isCancelled else {
      return .refused(.cancelled("\(operation.description) on \(container.label)"))
    }
    return await request(
      operation, on: container, animated: animated, cause: cause, owner: owner, coalescing: key,
      fileID: fileID, line: line
    )
    .valueUnlessCancelled()
  }
}

/// An operation until its turn has come.
@MainActor
private struct Request {
  let operation: NavigationOperation
  weak var container: (any NavigationContainer)?
  let animated: Bool
  let name: String
  /// Whether the container was in a tree, or about to enter one, when the request was made: then it
  /// has to be in a tree when the turn comes.
  private let mustBeInTree: Bool

  init(operation: NavigationOperation, container: any NavigationContainer, animated: Bool) {
    self.operation = operation
    self.container = container
    self.animated = animated
    name = "\(operation.description) on \(container.label)"
    mustBeInTree = container.lifecycle.expectedStore != nil
  }

  /// Marks containers that are not on screen as about to enter the container's tree.
  ///
  /// - Returns: The marked lifecycles.
  func expectArrivals() -> [NavigationLifecycle] {
    guard let store = container?.lifecycle.expectedStore else { return [] }
    let arriving = operation.arriving.map(\.lifecycle).filter { !$0.isInTree }
    for lifecycle in arriving { lifecycle.expectArrival(in: store) }
    return arriving
  }

  func start() -> ScheduledTransition.Answer {
    guard let container, container.lifecycle.isInTree || !mustBeInTree else {
      return .ended(
        .refused(TransitionRefusal(.notOnScreen, "\(name): the container is not on screen.")))
    }
    if let outcome = operation.outcomeBeforehand(on: container) { return .ended(outcome) }
    return container.navigationRuntimeStart(operation, animated: animated)
  }
}

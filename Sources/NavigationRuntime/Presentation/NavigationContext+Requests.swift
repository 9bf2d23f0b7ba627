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
  ///   - fileID: The file of the call, for reports; `nil` if there is none.
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
    fileID: String? = #fileID,
    line: UInt? = #line
  ) -> ScheduledTransition {
    let request = Request(operation: operation, container: container, animated: animated)
    var cause = cause
    if cause.work == nil { cause.work = currentWork }
    // What it brings on screen can be asked for more before it is there: in the same lane, later.
    let arriving = request.expectArrivals()
    let transition = scheduler(of: container).schedule(
      request.name, cause: cause, owner: owner, coalescing: key, fileID: fileID, line: line
    ) { _ in request.start() }
    if !arriving.isEmpty {
      transition.onEnd { _ in for lifecycle in arriving { lifecycle.arrivalDidEnd() } }
    }
    return transition
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
  ///   - fileID: The file of the call, for reports; `nil` if there is none.
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

/// One operation, until its turn has come.
@MainActor
private struct Request {
  let operation: NavigationOperation
  weak var container: (any NavigationContainer)?
  let animated: Bool
  let name: String
  /// Whether the container was in a tree when the request was made, or about to come into one: it
  /// has to be there when the turn has come.
  private let mustBeInTree: Bool

  init(operation: NavigationOperation, container: any NavigationContainer, animated: Bool) {
    self.operation = operation
    self.container = container
    self.animated = animated
    name = "\(operation.description) on \(container.label)"
    mustBeInTree = container.lifecycle.expectedStore != nil
  }

  /// Notes that what is not on screen is about to come into the container's tree.
  ///
  /// - Returns: What the note was made at.
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

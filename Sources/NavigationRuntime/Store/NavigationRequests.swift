extension NavigationContext {
  /// Requests an operation of a container, through the scheduler of its window.
  ///
  /// ```swift
  /// await context.perform(.push(detail), on: navigationController)
  /// ```
  ///
  /// The operation is validated when its turn has come. An invalid one is refused with the reason,
  /// and nothing changes. If the container is in another window by then, the request waits for its
  /// turn there.
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
    self.request(
      operation, on: container, animated: animated, cause: cause, owner: owner, coalescing: key,
      at: CallSite(fileID, line))
  }

  package func request(
    _ operation: NavigationOperation, on container: any NavigationContainer, animated: Bool = true,
    cause: NavigationCause, owner: AnyObject? = nil, coalescing key: AnyHashable? = nil,
    at site: CallSite?
  ) -> ScheduledTransition {
    self.request(
      Request(operation: operation, container: container, animated: animated), on: container,
      cause: cause, owner: owner, coalescing: key, at: site)
  }

  /// Requests the dismissal of one modal: nothing happens if its presenter presents another one, or
  /// none, when the turn comes.
  package func dismiss(
    _ modal: NavigationLifecycle, over presenter: any NavigationContainer, animated: Bool,
    cause: NavigationCause
  ) async -> TransitionOutcome {
    guard !Task.isCancelled else { return .refused(.cancelled("dismiss \(modal.name)")) }
    var request = Request(operation: .dismiss, container: presenter, animated: animated)
    request.onlyModal = modal
    return await self.request(
      request, on: presenter, cause: cause, owner: nil, coalescing: nil, at: nil
    )
    .valueUnlessCancelled()
  }

  private func request(
    _ request: Request, on container: any NavigationContainer, cause: NavigationCause,
    owner: AnyObject?, coalescing key: AnyHashable?, at site: CallSite?
  ) -> ScheduledTransition {
    var cause = cause
    if cause.handler == nil { cause.handler = currentHandler }
    // Arriving containers accept requests before they are on screen: in the same scheduler, later.
    let arriving = request.expectArrivals()
    if case .present = request.operation { container.lifecycle.tabsMayHaveChanged() }
    let transition = ScheduledTransition(
      name: request.name, cause: cause, owner: owner, coalescingKey: key, site: site,
      followContainer: request.followContainer, start: { _ in request.start() },
      verify: request.verify)
    scheduler(of: container).schedule(transition)
    if !arriving.isEmpty {
      transition.onEnd { _ in for lifecycle in arriving { lifecycle.arrivalDidEnd() } }
    }
    return transition
  }

  /// Schedules a transition in a container's window, or in the one in which the container is by the
  /// time of its turn.
  package func schedule(
    _ name: String, on container: any NavigationContainer, cause: NavigationCause,
    owner: AnyObject?, verify: @escaping @MainActor () -> TransitionOutcome, at site: CallSite?,
    start: @escaping @MainActor (ScheduledTransition) -> ScheduledTransition.Answer
  ) -> ScheduledTransition {
    let transition = ScheduledTransition(
      name: name, cause: cause, owner: owner, coalescingKey: nil, site: site,
      followContainer: { [weak container] in container?.lifecycle.expectedStore?.scheduler },
      start: start, verify: verify)
    scheduler(of: container).schedule(transition)
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
  /// The modal that a dismissal is to remove; `nil` for other operations.
  private let dismissal: Dismissal?
  /// The only modal that a dismissal may remove; `nil` if it may be any.
  var onlyModal: NavigationLifecycle?

  init(operation: NavigationOperation, container: any NavigationContainer, animated: Bool) {
    self.operation = operation
    self.container = container
    self.animated = animated
    name = "\(operation.description) on \(container.label)"
    mustBeInTree = container.lifecycle.expectedStore != nil
    if case .dismiss = operation {
      dismissal = Dismissal(mayBeAround: container.presentedHere == nil)
    } else {
      dismissal = nil
    }
  }

  /// Marks containers that are not in the tree as about to enter the container's tree.
  ///
  /// - Returns: The marked lifecycles.
  func expectArrivals() -> [NavigationLifecycle] {
    guard let store = container?.lifecycle.expectedStore else { return [] }
    let arriving = operation.arriving.map(\.lifecycle).filter { !$0.isInTree }
    for lifecycle in arriving { lifecycle.expectArrival(in: store) }
    return arriving
  }

  /// Lets arriving containers belong to the window in which the container is by now.
  ///
  /// - Returns: That window's scheduler; `nil` if there is none.
  func followContainer() -> NavigationScheduler? {
    guard let store = container?.lifecycle.expectedStore else { return nil }
    for node in operation.arriving { node.lifecycle.arrivalDidMove(to: store) }
    return store.scheduler
  }

  /// Returns the outcome that really occurred; `nil` for operations whose acceptance is known.
  var verify: (@MainActor () -> TransitionOutcome)? {
    guard let dismissal else { return nil }
    return { [name] in dismissal.outcome(of: name) }
  }

  func start() -> ScheduledTransition.Answer {
    guard let container, container.lifecycle.isInTree || !mustBeInTree else {
      return .ended(
        .refused(TransitionRefusal(.notInTree, "\(name): the container is not in the tree.")))
    }
    if let onlyModal, container.navigationRuntimePresented?.lifecycle !== onlyModal {
      return .ended(.alreadyThere)
    }
    guard let dismissal else {
      if let outcome = operation.outcomeBeforehand(on: container) { return .ended(outcome) }
      return container.navigationRuntimeStart(operation, animated: animated)
    }
    guard let (modal, presenter) = dismissal.target(on: container) else {
      return .ended(.alreadyThere)
    }
    dismissal.begin(modal)
    return presenter.navigationRuntimeStart(operation, animated: animated)
  }
}

/// The modal that a dismissal is to remove.
///
/// A platform may accept a dismissal that it then ignores.
@MainActor
private final class Dismissal {
  /// Whether it may be the modal that the container is, or is in: only if the container presented
  /// nothing at the request, so that a second request for one dismissal does nothing.
  private let mayBeAround: Bool
  private weak var modal: NavigationLifecycle?
  private var departedIn = 0

  init(mayBeAround: Bool) {
    self.mayBeAround = mayBeAround
  }

  /// Returns the modal to remove, and the container that removes it; `nil` if there is none.
  func target(
    on container: any NavigationContainer
  ) -> (modal: NavigationLifecycle, presenter: any NavigationContainer)? {
    if let presented = container.presentedHere { return (presented.lifecycle, container) }
    guard mayBeAround, let modal = container.lifecycle.enclosingModal,
      let presenter = modal.presenter?.element
    else { return nil }
    return (modal, presenter)
  }

  func begin(_ modal: NavigationLifecycle) {
    self.modal = modal
    departedIn = modal.departedIn
  }

  /// Returns the outcome at the end: a modal that has never left the tree was not dismissed.
  func outcome(of name: String) -> TransitionOutcome {
    guard let modal, modal.isInTree, modal.departedIn == departedIn else { return .performed }
    return .refused(
      TransitionRefusal(.ignoredByPlatform, "\(name): the platform ignored the call."))
  }
}

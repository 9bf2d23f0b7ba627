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
    self.request(
      Request(operation: operation, container: container, animated: animated), on: container,
      cause: cause, owner: owner, coalescing: key, fileID: fileID, line: line)
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
      request, on: presenter, cause: cause, owner: nil, coalescing: nil, fileID: nil, line: nil
    )
    .valueUnlessCancelled()
  }

  private func request(
    _ request: Request, on container: any NavigationContainer, cause: NavigationCause,
    owner: AnyObject?, coalescing key: AnyHashable?, fileID: String?, line: UInt?
  ) -> ScheduledTransition {
    var cause = cause
    if cause.work == nil { cause.work = currentWork }
    // Arriving containers accept requests before they are on screen: in the same scheduler, later.
    let arriving = request.expectArrivals()
    if case .present = request.operation { container.lifecycle.tabsMayHaveChanged() }
    let transition = scheduler(of: container).schedule(
      request.name, cause: cause, owner: owner, coalescing: key,
      verify: request.verify, fileID: fileID, line: line
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
    guard mayBeAround, let modal = container.modalAround, let presenter = modal.presenter?.element
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

/// An operation of a container.
@MainActor
public enum NavigationOperation {
  /// Pushes a controller onto a stack.
  case push(any NavigationContainer)
  /// Pops the top entry of a stack.
  case pop
  /// Pops all entries above a controller in the stack.
  case popTo(any NavigationContainer)
  /// Makes these the entries of a stack, from bottom to top.
  case setStack([any NavigationContainer])
  /// Presents a controller over this one or over a containing ancestor, as the platform decides.
  case present(any NavigationContainer)
  /// Dismisses a modal, with everything in it and over it: the one that this container or a
  /// containing ancestor presents, else, as in UIKit, the one that this container is, or is in.
  ///
  /// Requested while there is a presented one, it dismisses no other: a second request for the same
  /// dismissal ends as ``TransitionOutcome/alreadyThere``.
  case dismiss
  /// Selects a tab or page.
  case select(Int)
  /// Replaces the tabs; the selection follows its controller if that stays.
  case setTabs([any NavigationContainer])
  /// Sets the root of a window.
  case setRoot(any NavigationContainer)
  /// Removes the root of a window.
  case removeRoot
}

extension NavigationOperation {
  /// The operation in words, with the names of the controllers.
  public var description: String {
    switch self {
    case .push(let node): "push \(node.label)"
    case .pop: "pop"
    case .popTo(let node): "pop to \(node.label)"
    case .setStack(let nodes): "set stack \(nodes.map { $0.label })"
    case .present(let node): "present \(node.label)"
    case .dismiss: "dismiss"
    case .select(let index): "select \(index)"
    case .setTabs(let nodes): "set tabs \(nodes.map { $0.label })"
    case .setRoot(let node): "set root \(node.label)"
    case .removeRoot: "remove root"
    }
  }

  /// Whether it replaces the contents of its container, not only those at the top.
  var replacesContents: Bool {
    switch self {
    case .setStack, .setTabs: true
    case .push, .pop, .popTo, .present, .dismiss, .select, .setRoot, .removeRoot: false
    }
  }

  /// The containers that the operation brings on screen, or finds there.
  var arriving: [any NavigationContainer] {
    switch self {
    case .push(let node), .present(let node), .setRoot(let node): [node]
    case .setStack(let nodes), .setTabs(let nodes): nodes
    case .pop, .popTo, .dismiss, .select, .removeRoot: []
    }
  }
}

extension NavigationContainer {
  /// Name and identifier, for messages.
  package var label: String { "\(navigationRuntimeName) \(lifecycle.id)" }
}

extension NavigationOperation {
  /// Returns the outcome of the operation if it is known without calling the platform.
  ///
  /// Evaluated when the operation's turn has come, so that it reflects the screen at that moment.
  fileprivate func outcomeBeforehand(on container: any NavigationContainer) -> TransitionOutcome? {
    do {
      return try validate(on: container) ? .alreadyThere : nil
    } catch {
      return .refused(error)
    }
  }

  /// Refuses what the container cannot perform now.
  ///
  /// - Returns: Whether the screen already is as the operation would leave it.
  private func validate(
    on container: any NavigationContainer
  ) throws(TransitionRefusal) -> Bool {
    // Computed only for a refusal.
    var what: String { "\(description) on \(container.label)" }
    switch self {
    case .push(let node):
      try container.demand(.stack, for: what)
      if container.top === node { return true }
      try container.demandNew(node, for: what)
    case .pop:
      try container.demand(.stack, for: what)
      let count = container.navigationRuntimeContainedCount
      guard count > 1 else {
        throw TransitionRefusal(
          .belowRoot,
          "\(what): the stack contains \(count == 0 ? "no" : "1") controller; the root of a stack is "
            + "never popped.")
      }
    case .popTo(let node):
      try container.demand(.stack, for: what)
      if container.top === node { return true }
      guard container.holds(node) else {
        throw TransitionRefusal(.notInTree, "\(what): the stack does not contain it.")
      }
    case .setStack(let nodes):
      try container.demand(.stack, for: what)
      return try container.isSet(to: nodes, for: what)
    case .present(let node):
      if let presented = container.presentedHere {
        if presented === node { return true }
        throw TransitionRefusal(
          .alreadyPresenting, "\(what): it presents \(presented.label); dismiss that first.")
      }
      try container.demandNew(node, for: what)
    case .dismiss:
      // Decided by the request, which knows what was presented when it was made.
      return false
    case .select(let index):
      guard container.navigationRuntimeKind.hasSelection else {
        throw .unsupported(what, container)
      }
      // The platform knows the shown pages only.
      let lifecycle = container.lifecycle
      let hasPages = container.navigationRuntimeKind == .pages && lifecycle.isInTree
      let count = hasPages ? lifecycle.children.count : container.navigationRuntimeContainedCount
      guard (0..<count).contains(index) else {
        let rule =
          switch count {
          case 0: "\(container.label) is empty."
          case 1: "the only index is 0."
          default: "the index must be from 0 to \(count - 1)."
          }
        throw TransitionRefusal(.indexOutOfRange, "\(what): \(rule)")
      }
      guard hasPages else { return container.navigationRuntimeSelectedIndex == index }
      return container.navigationRuntimeContainedCount > 0
        && lifecycle.children[index].element === container.navigationRuntimeContained(at: 0)
    case .setTabs(let nodes):
      try container.demand(.tabs, for: what)
      return try container.isSet(to: nodes, for: what)
    case .setRoot(let node):
      try container.demand(.window, for: what)
      if container.top === node { return true }
      try container.demandNew(node, for: what)
    case .removeRoot:
      try container.demand(.window, for: what)
      return container.top == nil
    }
    return false
  }
}

extension NavigationContainer {
  fileprivate var top: (any NavigationContainer)? {
    navigationRuntimeContainedCount > 0
      ? navigationRuntimeContained(at: navigationRuntimeContainedCount - 1) : nil
  }

  /// The container that it or a containing ancestor presents: the platform treats them as one
  /// presenter.
  fileprivate var presentedHere: (any NavigationContainer)? {
    if let presented = navigationRuntimePresented { return presented }
    var current = lifecycle
    while let parent = current.parent {
      if let presented = parent.element?.navigationRuntimePresented { return presented }
      current = parent
    }
    return nil
  }

  /// The modal that this container is, or is in.
  fileprivate var modalAround: NavigationLifecycle? {
    sequence(first: lifecycle) { $0.parent }.first { $0.isModal }
  }

  fileprivate func demand(
    _ kind: NavigationTree.Kind, for what: @autoclosure () -> String
  ) throws(TransitionRefusal) {
    guard navigationRuntimeKind == kind else { throw .unsupported(what(), self) }
  }

  /// Demands that a node is not in the tree yet, and does not contain or present its destination.
  fileprivate func demandNew(
    _ node: any NavigationContainer, for what: @autoclosure () -> String
  ) throws(TransitionRefusal) {
    var ancestor: NavigationLifecycle? = lifecycle
    while let current = ancestor {
      guard current !== node.lifecycle else {
        throw TransitionRefusal(
          .cycle, "\(what()): \(node.label) is that container, or contains or presents it.")
      }
      ancestor = current.holder
    }
    guard node.navigationRuntimeKind != .window else { throw .unsupported(what(), node) }
    guard !holds(node), !node.lifecycle.isInTree else {
      throw TransitionRefusal(
        .alreadyInTree, "\(what()): \(node.label) is in the tree already; remove it first.")
    }
  }

  /// Returns whether it contains exactly these nodes; demands that they can be its contents.
  fileprivate func isSet(
    to nodes: [any NavigationContainer], for what: @autoclosure () -> String
  ) throws(TransitionRefusal) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    for node in nodes {
      guard seen.insert(ObjectIdentifier(node)).inserted else {
        throw TransitionRefusal(.alreadyInTree, "\(what()): \(node.label) is listed twice.")
      }
      if !holds(node) { try demandNew(node, for: what()) }
    }
    return nodes.count == navigationRuntimeContainedCount
      && nodes.elementsEqual(allContents) { $0 === $1 }
  }

  /// Returns whether it contains a node; searches from the end unless the tree knows.
  fileprivate func holds(_ node: any NavigationContainer) -> Bool {
    if lifecycle.isInTree, node.lifecycle.store === lifecycle.store {
      return node.lifecycle.parent === lifecycle
    }
    guard !lifecycle.isInTree else { return false }
    return allContents.last { $0 === node } != nil
  }
}

extension TransitionRefusal {
  @MainActor
  fileprivate static func unsupported(
    _ what: String, _ container: any NavigationContainer
  ) -> Self {
    TransitionRefusal(
      .unsupported, "\(what): \(container.label) is a \(container.navigationRuntimeKind).")
  }
}

import NavigationRuntime

/// The events of an app, the newest last.
@MainActor
public final class DemoEventLog {
  /// The newest events.
  public private(set) var events: [DemoEvent] = []
  /// Called with each event.
  public var onEvent: ((DemoEvent) -> Void)?

  /// The number of the newest event, 0 before the first.
  public private(set) var lastNumber = 0

  private let capacity: Int
  private var subscriptions: Set<Cancellation> = []

  /// Makes an empty log.
  ///
  /// - Parameter capacity: How many events it keeps; at least one.
  public init(capacity: Int = 500) {
    self.capacity = max(1, capacity)
  }

  /// Records an event; a text of several lines becomes one.
  public func add(_ kind: DemoEvent.Kind, _ text: String) {
    lastNumber += 1
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let event = DemoEvent(number: lastNumber, kind: kind, text: line)
    if events.count >= capacity { events.removeFirst(events.count - capacity + 1) }
    events.append(event)
    onEvent?(event)
  }

  /// Records each change of the screen, each issue, and each refusal of the platform.
  ///
  /// - Parameters:
  ///   - store: The store of the window.
  ///   - window: The window.
  public func follow(_ store: NavigationStore, in window: DemoWindow) {
    store.onChange { [weak self, weak store] change in
      guard let self, let store else { return }
      add(.change, Self.text(of: change, in: store.tree))
    }
    .store(in: &subscriptions)
    store.context.issues.handler = { [weak self] in self?.add(.issue, "\($0)") }
    window.platform.onReport = { [weak self] in self?.add(.issue, "\($0)") }
  }
}

extension DemoEventLog {
  /// A change in words for people: with names, without kinds and identifiers.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - tree: The tree after it.
  /// - Returns: The change and its cause.
  static func text(of change: NavigationChange, in tree: NavigationTree) -> String {
    "\(text(of: change.change, in: tree)) (\(change.cause))"
  }

  private static func text(of change: NavigationTree.Change, in tree: NavigationTree) -> String {
    switch change {
    case .pushed(let nodes, let id): return "pushed \(list(nodes)) onto \(name(id, tree))"
    case .popped(let nodes, let id): return "popped \(list(nodes)) from \(name(id, tree))"
    case .stackReplaced(let id, _, let removed, let inserted):
      return replaced(removed, inserted, name(id, tree))
    case .presented(let modal, let id): return "presented \(modal.name) over \(name(id, tree))"
    case .dismissed(let modal, let id): return "dismissed \(modal.name) from \(name(id, tree))"
    case .modalReplaced(let old, let new, let id):
      return replaced([old], [new], name(id, tree))
    case .selected(let id, _, let index):
      let children = tree.node(id)?.children ?? []
      let tab = children.indices.contains(index) ? children[index].name : "\(index)"
      return "selected \(tab) in \(name(id, tree))"
    case .tabsReplaced(let id, _, let removed, let inserted, _, _):
      return replaced(removed, inserted, name(id, tree))
    case .contentsReplaced(let id, _, let old, let new):
      return replaced(old.children, new.children, name(id, tree))
    case .moved(let node, let old, let new):
      return "moved \(node.name) from \(name(old.container, tree)) to \(name(new.container, tree))"
    case .rootReplaced(let old, let new): return "replaced \(old.name) by \(new.name)"
    }
  }

  private static func replaced(
    _ removed: [NavigationTree.Node], _ inserted: [NavigationTree.Node], _ container: String
  ) -> String {
    if removed.isEmpty { return "put \(list(inserted)) into \(container)" }
    if inserted.isEmpty { return "took \(list(removed)) out of \(container)" }
    return "replaced \(list(removed)) by \(list(inserted)) in \(container)"
  }

  private static func list(_ nodes: [NavigationTree.Node]) -> String {
    nodes.map(\.name).joined(separator: ", ")
  }

  private static func name(_ id: NavigationNodeID, _ tree: NavigationTree) -> String {
    tree.node(id)?.name ?? "\(id)"
  }
}

/// Something that happened in an app.
public struct DemoEvent: Sendable, Hashable, Codable {
  /// The kind of the event.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// The screen changed.
    case change
    /// The framework did something: a step, an action, a flow's beginning or end.
    case flow
    /// The app sent something to its analytics.
    case analytics
    /// A service was called, or answered.
    case service
    /// A link was opened.
    case link
    /// Misuse, or something that the platform refused.
    case issue
  }

  /// Counts the events of a log, from 1.
  public let number: Int
  /// The kind of the event.
  public let kind: Kind
  /// The event in one line.
  public let text: String

  /// The kind and the text.
  public var line: String { "\(kind.rawValue): \(text)" }
}

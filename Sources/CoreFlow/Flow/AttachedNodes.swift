/// The attached nodes of a context that are not CoreFlow flows.
///
/// A CoreFlow flow refers to its parent itself.
@MainActor
final class AttachedNodes {
  private var identifiers: Set<ObjectIdentifier> = []

  func contains(_ node: any NavigationNode) -> Bool {
    identifiers.contains(ObjectIdentifier(node))
  }

  /// Adds a node until the handle is released.
  ///
  /// The node must live at least as long.
  func add(_ node: any NavigationNode) -> Cancellation {
    let identifier = ObjectIdentifier(node)
    identifiers.insert(identifier)
    return Cancellation { [weak self] in self?.identifiers.remove(identifier) }
  }
}

extension NavigationContext {
  var attachedNodes: AttachedNodes {
    let key = ObjectIdentifier(AttachedNodes.self)
    if let nodes = companions[key] as? AttachedNodes { return nodes }
    let nodes = AttachedNodes()
    companions[key] = nodes
    return nodes
  }
}

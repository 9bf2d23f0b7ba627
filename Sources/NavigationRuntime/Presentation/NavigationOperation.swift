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
  /// Dismisses the modal of this container or of a containing ancestor, with everything in it and
  /// over it.
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
}

extension NavigationOperation {
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

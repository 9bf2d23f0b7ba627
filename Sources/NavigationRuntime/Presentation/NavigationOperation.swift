/// What can be asked of a container.
@MainActor
public enum NavigationOperation {
  /// Puts a controller on top of a stack.
  case push(any NavigationContainer)
  /// Takes the top off a stack.
  case pop
  /// Takes off everything above a controller that is in the stack.
  case popTo(any NavigationContainer)
  /// Makes these the entries of a stack, from bottom to top.
  case setStack([any NavigationContainer])
  /// Presents a controller over this one, or over an ancestor that contains it, as the platform
  /// decides.
  case present(any NavigationContainer)
  /// Dismisses what this one, or an ancestor that contains it, presents, with everything in it
  /// and over it.
  case dismiss
  /// Selects a tab or page.
  case select(Int)
  /// Makes these the tabs; the selection stays at its controller if that stays.
  case setTabs([any NavigationContainer])
  /// Makes this the root of a window.
  case setRoot(any NavigationContainer)
  /// Leaves a window without a root.
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
  /// What the operation puts on screen, or finds there.
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

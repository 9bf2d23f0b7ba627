extension NavigationTree {
  /// The way a node holds its children, which determines the visible one.
  ///
  /// The text of a kind, `stack` or `container(Drawer)`, is also its JSON form.
  public enum Kind: Hashable, Sendable {
    /// A leaf: has no children.
    case screen
    /// Children on top of each other, bottom to top; the last one is visible.
    case stack
    /// Children side by side, one of which is selected.
    case tabs
    /// Columns, the last of which counts as the visible one.
    case split
    /// Pages to turn, one of which is selected.
    case pages
    /// The root of a window; holds at most one child.
    case window
    /// Any other parent, named by its kind; its last child counts as the visible one.
    case container(String)
  }
}

extension NavigationTree.Kind {
  /// Whether a node of this kind selects one of its children.
  public var hasSelection: Bool {
    switch self {
    case .tabs, .pages: return true
    case .screen, .stack, .split, .window, .container: return false
    }
  }
}

extension NavigationTree.Kind: LosslessStringConvertible {
  /// The text of the kind.
  public var description: String {
    switch self {
    case .screen: return "screen"
    case .stack: return "stack"
    case .tabs: return "tabs"
    case .split: return "split"
    case .pages: return "pages"
    case .window: return "window"
    case .container(let kind): return "container(\(kind))"
    }
  }

  /// Makes a kind from its text, or returns `nil` if there is no such kind.
  public init?(_ description: String) {
    switch description {
    case "screen": self = .screen
    case "stack": self = .stack
    case "tabs": self = .tabs
    case "split": self = .split
    case "pages": self = .pages
    case "window": self = .window
    default:
      guard description.hasPrefix("container("), description.hasSuffix(")") else { return nil }
      self = .container(String(description.dropFirst("container(".count).dropLast()))
    }
  }
}

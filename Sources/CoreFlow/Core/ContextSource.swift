/// Finds the context of a core when it is used.
///
/// A flow can be built before it is attached, and only its attachment says in which context it is.
enum ContextSource {
  /// The core was made with a context.
  case own(NavigationContext)
  /// The context of the core's flow.
  case flow(FlowBranch)
  /// The core of no flow.
  case shared

  @MainActor var context: NavigationContext {
    switch self {
    case .own(let context): context
    case .flow(let branch): branch.context
    case .shared: .shared
    }
  }

  /// The core is that of a flow; a context of its own goes before the flow's.
  mutating func adopt(_ branch: FlowBranch) {
    if case .own = self { return }
    self = .flow(branch)
  }
}

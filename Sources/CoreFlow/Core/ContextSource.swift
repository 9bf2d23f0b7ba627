import NavigationRuntime

/// The source of a core's context, resolved at each access.
///
/// A flow can be built before it is attached, and only its attachment determines its context.
enum ContextSource {
  /// The core was created with a context; its flow does not change it.
  case own(NavigationContext, flow: FlowNode?)
  /// The context of the core's flow.
  case flow(FlowNode)
  /// The shared context, for a core without a flow.
  case shared

  @MainActor var context: NavigationContext {
    switch self {
    case .own(let context, _): context
    case .flow(let flowNode): flowNode.context
    case .shared: .shared
    }
  }

  /// The latest flow that has returned the core.
  var flowNode: FlowNode? {
    switch self {
    case .own(_, let flowNode): flowNode
    case .flow(let flowNode): flowNode
    case .shared: nil
    }
  }

  /// Uses the context of a flow, unless the core has its own.
  mutating func adopt(_ flowNode: FlowNode) {
    if case .own(let context, _) = self {
      self = .own(context, flow: flowNode)
    } else {
      self = .flow(flowNode)
    }
  }
}

import NavigationRuntime

/// The detours that have been made before a link's current hop, each of which is made once.
///
/// A detour that `adapt` asks for in a way that the coordinator cannot see, such as a service, looks
/// like a change from outside, which leads to another attempt. Its repetition distinguishes it: flows
/// of the same type start again and again.
struct LinkDetours {
  /// The flows of a type that a flow starts.
  private struct Kind: Hashable {
    let type: ObjectIdentifier
    let parent: ArenaIndex?

    @MainActor
    init(of node: FlowNode) {
      type = ObjectIdentifier(node.flowType)
      parent = node.parent?.id
    }
  }

  /// The number of flows of a kind after which further ones are no changes.
  private static let limit = 10

  /// The steps with which `adapt` has replaced the hop's.
  private var steps: [any Step] = []
  /// The numbers of flows that have started since the first attempt.
  private var counts: [Kind: Int] = [:]
  /// The living ones, one of each kind.
  private var living: [Kind: ArenaIndex] = [:]

  /// Adds a step with which `adapt` has replaced the hop's; returns whether it is a new one.
  mutating func insert(_ step: any Step) -> Bool {
    guard !steps.contains(where: { $0.isSame(as: step) }) else { return false }
    steps.append(step)
    return true
  }

  /// Adds a flow that has started.
  ///
  /// - Returns: Whether that is a change: no other flow of its kind lives, and few have lived.
  @MainActor
  mutating func insert(_ node: FlowNode) -> Bool {
    let kind = Kind(of: node)
    counts[kind, default: 0] += 1
    guard living[kind] == nil else { return false }
    living[kind] = node.id
    return counts[kind, default: 0] <= Self.limit
  }

  /// Removes a flow that has ended; returns whether that is a change.
  @MainActor
  mutating func remove(_ node: FlowNode) -> Bool {
    let kind = Kind(of: node)
    if living[kind] == node.id { living[kind] = nil }
    return counts[kind, default: 0] <= Self.limit
  }
}

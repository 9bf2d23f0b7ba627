import NavigationRuntime

/// Recording and repeating what the user does without a step.
extension FlowEngine {
  /// Hears of the user's moves in the windows of all flows, if somebody records.
  func followMoves() {
    movesFollowed = [:]
    guard recorder != nil else { return }
    for root in roots.elements { root.forEachNode(followMoves) }
  }

  /// Hears of the user's moves in the window of a flow.
  func followMoves(around node: FlowNode) {
    guard recorder != nil, let store = node.rootLifecycle?.store else { return }
    let window = store.tree.root.id
    guard movesFollowed[window] == nil else { return }
    movesFollowed[window] = store.onChange { [self, weak store] in
      guard let store, $0.cause.kind == .user else { return }
      record($0.change, in: store)
    }
  }

  private func record(_ change: NavigationTree.Change, in store: NavigationStore) {
    let move: StepRecording.Move? =
      switch change {
      case .popped(_, let stack): store.tree.node(stack).map { .back(keeping: $0.children.count) }
      case .dismissed: .dismiss
      case .selected(_, _, let index): .select(index)
      default: nil
      }
    guard let move else {
      return context.issues.report(.cannotRecord(change, "no user's move is known that does it"))
    }
    // What is gone itself has left in another change, which is recorded.
    guard let container = store.places(to: change.container),
      let root = roots.elements.firstIndex(where: { window(of: $0) === store })
    else { return }
    recorder?.record(.move(move, root: root, container: container))
  }

  /// Does what the user did.
  func repeatMove(
    _ move: StepRecording.Move, root: Int, container places: [Int]
  ) async throws {
    let roots = roots.elements
    guard roots.indices.contains(root), let store = window(of: roots[root]),
      let container = store.container(at: places)
    else {
      throw StepReplayError(
        code: .noContainer,
        reason: "There is nothing at \(places) in the window of flow \(root) to repeat \(move).")
    }
    let operation: NavigationOperation
    switch move {
    case .dismiss: operation = .dismiss
    case .select(let index): operation = .select(index)
    case .back(let count):
      guard count > 0, count <= container.navigationRuntimeContainedCount else {
        throw StepReplayError(
          code: .refused,
          reason:
            "\(container.label) holds \(container.navigationRuntimeContainedCount), fewer than \(count)."
        )
      }
      operation = .popTo(container.navigationRuntimeContained(at: count - 1))
    }
    let outcome = await context.perform(
      operation, on: container, animated: false, cause: .user, fileID: nil, line: nil)
    guard outcome == .performed || outcome == .alreadyThere else {
      throw StepReplayError(code: .refused, reason: "\(move) at \(places): \(outcome)")
    }
  }

  /// The store of the window in which a root flow, or one beneath it, shows its screens.
  private func window(of root: FlowNode) -> NavigationStore? {
    var found: NavigationStore?
    root.forEachNode { found = found ?? $0.rootLifecycle?.store }
    return found
  }
}

import NavigationRuntime

/// Recording and replaying of the user's moves: changes of the screen without a step.
extension FlowEngine {
  /// Observes the user's moves in the windows of all flows, if a recorder is set.
  func followMoves() {
    movesFollowed = [:]
    guard recorder != nil else { return }
    for root in roots.elements { root.forEachNode(followMoves) }
  }

  /// Observes the user's moves in a flow's window, if a recorder is set.
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
      return context.issues.report(.cannotRecord(change, "no move of the user has this effect"))
    }
    // A container that has left the tree did so in another change, which is recorded.
    guard let container = store.places(to: change.container),
      let root = roots.elements.firstIndex(where: { window(of: $0) === store })
    else { return }
    recorder?.record(.move(move, root: root, container: container))
  }

  /// Repeats a recorded move of the user.
  func repeatMove(
    _ move: StepRecording.Move, root: Int, container places: [Int]
  ) async throws {
    let roots = roots.elements
    guard roots.indices.contains(root), let store = window(of: roots[root]),
      let container = store.container(at: places)
    else {
      throw StepReplayError(
        code: .noContainer,
        reason: "There is no container at \(places) in the window of flow \(root) for \(move).")
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

  /// The store of the window in which a root flow or one of its descendants shows its screens.
  private func window(of root: FlowNode) -> NavigationStore? {
    var found: NavigationStore?
    root.forEachNode { found = found ?? $0.rootLifecycle?.store }
    return found
  }
}

import NavigationRuntime

extension Flowable {
  /// The place of the flow: its children that belong to places, and theirs.
  ///
  /// It has one branch. The branch contains the selected tab or page of the flow's screen, the state
  /// of a flow or core that is ``/NavigationRuntime/PlaceStateKeeping``, and an entry for each child
  /// that was attached with a value of ``PlaceRouting/ChildPlace``, in the order of the tree. A flow
  /// that has ended has no branch.
  ///
  /// Can be read at any time, also during a transition or a journey. A value that cannot be encoded
  /// is left out and reported. Flows deeper than
  /// ``/NavigationRuntime/NavigationPlace/maximumDepth`` are left out.
  public var place: NavigationPlace {
    NavigationPlace(branches: flowNode.placeBranch.map { [$0] } ?? [])
  }
}

extension FlowBase: PlaceHolding {
  package var placeBranch: NavigationPlace.Branch? { flowNode.placeBranch }

  package var placeElements: [NavigationLifecycle] {
    var found: [NavigationLifecycle] = []
    var pending = flowNode.children
    while let child = pending.popLast() {
      guard child.entry != nil else { continue }
      found += child.elements
      pending += child.flowNode?.children ?? []
    }
    return found
  }

  package func travel(
    to branch: NavigationPlace.Branch, at path: [String]
  ) async -> JourneyOutcome {
    let run = JourneyRun(
      flowNode, to: NavigationPlace(branches: [branch]), at: path, isAnimated: false,
      isWhole: false)
    run.begin(deadline: nil)
    return await run.journey.valueOrCancel()
  }
}

extension FlowNode {
  var placeBranch: NavigationPlace.Branch? {
    isOver ? nil : branch(in: TreeOrder(around: self), depth: 0, at: nil)
  }

  /// The children that belong to places, without those whose screens have left.
  var placedChildren: [FlowChild] { children.filter { $0.entry != nil && $0.phase != .left } }

  private func branch(
    in order: TreeOrder, depth: Int, at site: CallSite?
  ) -> NavigationPlace.Branch {
    let context = context
    var branch = NavigationPlace.Branch(
      flow: flowName, selection: selectable?.selectedIndex,
      state: stateKeeper?.placeState(of: flowName, at: site, in: context))
    let isDeepest = depth + 1 == NavigationPlace.maximumDepth
    for child in order.sorted(placedChildren) {
      guard let value = child.value(in: context) else { continue }
      var entry = NavigationPlace.Entry(value)
      if !isDeepest {
        if let node = child.flowNode {
          if !node.isOver {
            entry.branches = [node.branch(in: order, depth: depth + 1, at: child.site)]
          }
        } else if let other = (child.node as? any PlaceHolding)?.placeBranch {
          entry.branches = [other.cut(to: NavigationPlace.maximumDepth - depth - 1)]
        }
      }
      branch.entries.append(entry)
    }
    return branch
  }

  var stateKeeper: (any PlaceStateKeeping)? {
    flow as? any PlaceStateKeeping ?? core as? any PlaceStateKeeping
  }

  /// The element with a selection: the flow's container, or else its screen, or tabs or pages in one
  /// of these that belong to no flow beneath it.
  var selectable: NavigationLifecycle? {
    for case let root? in [container?.lifecycle, screen?.lifecycle] where root.isInTree {
      if let found = root.selectable(apartFrom: hasChild(in:)) { return found }
    }
    return nil
  }

  /// Whether an element shows a child or one of its descendants.
  private func hasChild(in element: NavigationLifecycle) -> Bool {
    children.contains { child in
      child.element === element || child.container?.lifecycle === element
        || child.flowNode?.hasChild(in: element) ?? false
    }
  }

  /// The container that represents the flow, if its screen exists.
  var container: (any NavigationContainer)? { screen == nil ? nil : flow?.navigationContainer }

  /// The element in and over which the flow's children appear: its own container, or that of the
  /// nearest flow above with a screen.
  var base: NavigationLifecycle? {
    ancestry.compactMap(\.container).first?.lifecycle
  }

  /// The window, or an element in it.
  var treeElement: (any NavigationContainer)? {
    ancestry.compactMap { $0.window ?? $0.container }.first
  }
}

extension FlowChild {
  /// The encoded value that stands for the child; `nil` for a child without a place.
  func value(in context: NavigationContext) -> NavigationPlace.Value? {
    entry?.value(of: name, at: site, in: context)
  }

  /// The container that represents the child, if it exists.
  var container: (any NavigationContainer)? {
    guard let flowNode else { return node.navigationContainer }
    return flowNode.container
  }

  /// The element of the child's screen in the tree.
  var element: NavigationLifecycle? {
    let screen = flowNode?.screen?.lifecycle
    if let screen, screen.isInTree { return screen }
    guard let element = container?.lifecycle, element.isInTree else { return nil }
    return element
  }

  /// The elements of the child's screen, and of another framework's screens in it.
  var elements: [NavigationLifecycle] {
    let others = flowNode == nil ? (node as? any PlaceHolding)?.placeElements ?? [] : []
    return (element.map { [$0] } ?? []) + others.filter(\.isInTree)
  }
}

/// The order of the elements of a tree, read when it is first needed.
@MainActor
final class TreeOrder {
  private let start: NavigationLifecycle?
  private lazy var positions: [NavigationNodeID: Int] = {
    guard let top = start?.outermost else { return [:] }
    var positions: [NavigationNodeID: Int] = [:]
    for (index, element) in top.subtree.enumerated() { positions[element.id] = index }
    return positions
  }()

  init(around node: FlowNode) {
    start = node.treeElement?.lifecycle
  }

  /// Returns the children in the order of the tree; those outside it come last.
  func sorted(_ children: [FlowChild]) -> [FlowChild] {
    children.count > 1 ? children.ordered { position(of: $0) } : children
  }

  func position(of element: NavigationLifecycle) -> Int? { positions[element.id] }

  /// Returns the position of a child's screen, or of the first one of its descendants.
  private func position(of child: FlowChild) -> Int {
    if let container = child.container { return positions[container.lifecycle.id] ?? .max }
    return child.flowNode?.children.map { position(of: $0) }.min() ?? .max
  }
}

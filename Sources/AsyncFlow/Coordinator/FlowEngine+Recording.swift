import NavigationRuntime

extension FlowEngine {
  func record(_ item: CoordinatorMachine.Item) {
    guard let recorder, !item.isInitial, item.source != nil || item.payload.call != nil,
      item.call == nil
    else { return }
    recorder.record(
      item.payload.step, path: path(to: item.payload.node), issues: context.issues)
  }

  private func path(to node: FlowNode) -> [Int] {
    var path: [Int] = []
    var current = node
    while true {
      let siblings = (current.parent?.children ?? roots).elements
      path.append(siblings.firstIndex { $0 === current } ?? 0)
      guard let parent = current.parent else { return path.reversed() }
      current = parent
    }
  }

  func node(at path: [Int]) -> FlowNode? {
    var nodes = roots.elements
    var node: FlowNode?
    for index in path {
      guard nodes.indices.contains(index) else { return nil }
      node = nodes[index]
      nodes = nodes[index].children.elements
    }
    return node
  }
}

/// Flows that stand side by side, in the order in which they came.
///
/// Each knows its place, so that leaving costs the same however many there are.
@MainActor
struct FlowNodes {
  private var places: [FlowNode?] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  var elements: [FlowNode] { places.compactMap { $0 } }

  mutating func append(_ node: FlowNode) {
    node.place = places.count
    places.append(node)
    count += 1
  }

  mutating func remove(_ node: FlowNode) {
    guard places.indices.contains(node.place), places[node.place] === node else { return }
    places[node.place] = nil
    count -= 1
    while let last = places.last, last == nil { places.removeLast() }
    // Half of it is empty: moving the others together is paid for by those who left.
    guard places.count > 16, count * 2 < places.count else { return }
    places = elements
    for (place, node) in places.enumerated() { node?.place = place }
  }

  /// The last one that may be visible, else the last one.
  ///
  /// Who has never said whether it is visible counts as visible.
  var front: FlowNode? {
    for case let node? in places.reversed() where node.isVisible ?? true { return node }
    return places.last ?? nil
  }
}

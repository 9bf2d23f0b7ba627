/// Sibling flows, in the order in which they were started.
///
/// Each node stores its index, so that removal takes amortized constant time.
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
    // More than half is empty: the earlier removals pay for compacting.
    guard places.count > 16, count * 2 < places.count else { return }
    places = elements
    for (place, node) in places.enumerated() { node?.place = place }
  }

  /// The last visible flow, else the last one.
  ///
  /// A flow whose visibility is unknown counts as visible.
  var front: FlowNode? {
    for case let node? in places.reversed() where node.isVisible ?? true { return node }
    return places.last ?? nil
  }
}

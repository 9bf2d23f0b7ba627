import NavigationRuntime

/// A branch that a journey leads to.
@MainActor
final class BranchGoal {
  let flow: String
  let selection: Int?
  let state: NavigationPlace.Value?
  private let wanted: [NavigationPlace.Entry]
  /// The entries; made when the flow is reached.
  private(set) lazy var entries = wanted.map { EntryGoal($0) }
  /// The flow that was last compared with the branch, and the number of the pass.
  private(set) weak var node: FlowNode?
  private var pass = 0
  var restorations = Attempts()
  /// The children that are entries.
  private var found: Set<ObjectIdentifier> = []

  init(_ branch: NavigationPlace.Branch) {
    flow = branch.flow
    selection = branch.selection
    state = branch.state
    wanted = branch.entries
  }

  var isEmpty: Bool { wanted.isEmpty }

  /// Finds the entries, and those of their flows, on screen.
  ///
  /// Without an order, the flow has just appeared, and its children are in order.
  func match(_ node: FlowNode, in order: TreeOrder?, pass: Int, depth: Int = 0) {
    self.node = node
    self.pass = pass
    let placed = node.placedChildren
    let context = node.context
    let base = node.base
    var names = ChildNames()
    let shown = (order?.sorted(placed) ?? placed).compactMap { child in
      names.add(child, in: context).map {
        (child: child, name: $0, placement: child.placement(on: base))
      }
    }
    for entry in entries { entry.child = nil }
    // An entry that cannot be shown does not separate those after it from the screen.
    let possible = entries.map { (entry: $0, name: names.name(of: $0, in: node)) }
      .filter { $0.entry.attempts.canBegin(by: node) || $0.name != nil }
    let indices = NavigationPlace.match(
      possible.map { $0.name ?? $0.entry.value }, with: shown.map { ($0.name, $0.placement) })
    found = []
    for (entry, index) in zip(possible.map(\.entry), indices) {
      entry.child = index.map { shown[$0].child }
      if let child = entry.child { found.insert(ObjectIdentifier(child)) }
      guard let childNode = entry.child?.flowNode, let branch = entry.branch(of: childNode),
        depth < NavigationPlace.maximumDepth
      else { continue }
      branch.match(childNode, in: order, pass: pass, depth: depth + 1)
    }
  }

  /// Finds the entries on screen, unless that has been done for this flow in this pass.
  func matchIfNew(_ node: FlowNode, pass: Int) {
    if self.node !== node || self.pass != pass { match(node, in: nil, pass: pass) }
  }

  /// Finds an entry that has just been attached.
  func find(_ entry: EntryGoal, in node: FlowNode) {
    let context = node.context
    entry.child = node.children.last {
      !found.contains(ObjectIdentifier($0)) && entry.standsFor($0, of: node, in: context)
    }
    if let child = entry.child { found.insert(ObjectIdentifier(child)) }
  }

  func isFound(_ child: FlowChild) -> Bool { found.contains(ObjectIdentifier(child)) }

  /// The number of missing entries, counted up to two.
  ///
  /// Counts what follows from a missing entry, too.
  var missingCount: Int {
    var count = 0
    for entry in entries where count < 2 {
      if entry.child == nil {
        count += entry.branches.contains { !$0.isEmpty } ? 2 : 1
      } else if let branch = entry.branch, branch.node != nil {
        count += branch.missingCount
      }
    }
    return min(count, 2)
  }

  /// The children that are entries, and theirs, each before its own.
  var children: [FlowChild] {
    var children: [FlowChild] = []
    var pending = Array(entries.reversed())
    while let entry = pending.popLast() {
      guard let child = entry.child else { continue }
      children.append(child)
      if let branch = entry.branch, branch.node === child.flowNode, branch.node != nil {
        pending += branch.entries.reversed()
      }
    }
    return children
  }
}

/// An entry that a journey leads to.
@MainActor
final class EntryGoal {
  let value: NavigationPlace.Value
  let branches: [BranchGoal]
  /// The branches as the place contains them, for another framework.
  let wanted: [NavigationPlace.Branch]
  /// The child that is the entry; `nil` while it is missing.
  weak var child: FlowChild?
  var attempts = Attempts()
  /// The flow that attaches it now; `nil` if none does.
  weak var attachingNode: FlowNode?
  /// The reason for which that failed.
  var reason = MissingEntry.Reason.notShown
  /// The journeys of nodes of another framework to its branch, and the outcome of the latest one.
  var otherJourneys = Attempts()
  var otherOutcome: JourneyOutcome?
  /// The decoded value, with the type of the flow that decoded it; `nil` if it is unreadable.
  private var decoded: (flow: ObjectIdentifier, place: AnyHashable?)?

  init(_ entry: NavigationPlace.Entry) {
    value = entry.value
    branches = entry.branches.map { BranchGoal($0) }
    wanted = entry.branches
  }

  /// The call that attaches it, in words; `nil` if it is not being attached.
  var attachment: String? {
    attachingNode.map { node in
      let place = place(in: node).map { "\($0)" } ?? value.json
      return "attachChild(for: \(place)) of \(node.flowName)"
    }
  }

  /// The branch of the child's flow; `nil` without one.
  var branch: BranchGoal? { child?.flowNode.flatMap { branch(of: $0) } }

  func branch(of node: FlowNode) -> BranchGoal? {
    branches.first { $0.flow == node.flowName }
  }

  /// Returns the value as the flow decodes it; `nil` if it cannot.
  func place(in node: FlowNode) -> AnyHashable? {
    guard let routing = node.flow as? any PlaceRouting else { return nil }
    let flow = ObjectIdentifier(type(of: routing))
    if let decoded, decoded.flow == flow { return decoded.place }
    let place = try? routing.anyPlace(decoding: value)
    decoded = (flow, place)
    return place
  }

  fileprivate func standsFor(
    _ child: FlowChild, of node: FlowNode, in context: NavigationContext
  ) -> Bool {
    guard let value = child.value(in: context) else { return false }
    return value == self.value || child.entry?.place == place(in: node)
  }
}

/// The attempts of a journey at a part of its place.
///
/// Each flow object makes one. Another object in its stead makes a second attempt: the flow may have
/// been replaced after a login. There is no third one, because an attempt that ends the flow itself
/// would be repeated with each new object, with all that it does besides.
@MainActor
struct Attempts {
  private static let limit = 2

  private weak var latest: AnyObject?
  private var count = 0

  func isLatest(by object: AnyObject) -> Bool { latest === object }

  func canBegin(by object: AnyObject) -> Bool { latest !== object && count < Self.limit }

  mutating func begin(by object: AnyObject) {
    latest = object
    count += 1
  }
}

/// One text for all equal values of a flow's children.
///
/// A stored value can be written with other white space and another order of keys, by an older
/// version of the app or by hand; so values that differ as text are decoded and compared.
@MainActor
private struct ChildNames {
  private var byText: [NavigationPlace.Value: NavigationPlace.Value] = [:]
  private var byPlace: [AnyHashable: NavigationPlace.Value] = [:]

  /// Adds a child that is shown.
  ///
  /// - Returns: Its name; `nil` for a child without a place.
  mutating func add(_ child: FlowChild, in context: NavigationContext) -> NavigationPlace.Value? {
    guard let place = child.entry?.place, let value = child.value(in: context) else { return nil }
    let name = byPlace[place] ?? byText[value] ?? value
    byPlace[place] = name
    byText[value] = name
    return name
  }

  /// Returns the name of the children for which an entry stands; `nil` if none is shown.
  func name(of entry: EntryGoal, in node: FlowNode) -> NavigationPlace.Value? {
    if let name = byText[entry.value] { return name }
    guard !byPlace.isEmpty else { return nil }
    return entry.place(in: node).flatMap { byPlace[$0] }
  }
}

extension FlowChild {
  /// The child's position, which decides whether it can be removed without its parent.
  ///
  /// - Parameter base: The element in and over which the parent's children appear.
  /// - Returns: The position; `fixed` for what contains the parent, too.
  func placement(on base: NavigationLifecycle?) -> NavigationPlace.Placement {
    guard let element = container?.lifecycle, element.isInTree else { return .fixed }
    let placement = element.placement(in: base)
    let containsBase = placement.element.flatMap { base?.isWithin($0) } ?? false
    return containsBase ? .fixed : placement
  }
}

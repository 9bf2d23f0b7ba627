import NavigationRuntime
import TestSupport

typealias Node = NavigationTree.Node
typealias Change = NavigationTree.Change
typealias Kind = NavigationTree.Kind

/// Makes random trees, and copies of trees with random edits.
///
/// The edits set the nodes' properties, independently of changes.
struct RandomTrees {
  var random: SeededGenerator
  private var nextID: UInt64 = 1_000

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Makes a tree with identifiers from 1 to `size`, so that two trees have many in common.
  mutating func tree(size: Int) -> NavigationTree {
    var ids = (2...UInt64(max(2, size))).map(NavigationNodeID.init(rawValue:))
    ids.shuffle(using: &random)
    let rootID: NavigationNodeID = random.happens(percent: 90) ? 1 : freshID()
    var root = node(rootID, from: &ids, depth: 0)
    if root.kind != .window, random.happens(percent: 50) {
      root = .window(freshID(), name(), root)
      if random.happens(percent: 80) { root = .window(1, "App", copy(root.children[0])) }
    }
    return NavigationTree(unchecked: root)
  }

  /// Returns a copy of a tree with some random edits.
  mutating func edited(_ tree: NavigationTree, edits: Int) -> NavigationTree {
    var tree = tree
    for _ in 0..<edits {
      edit(&tree)
    }
    return tree
  }

  /// Returns the same subtree under fresh identifiers.
  private mutating func copy(_ node: Node) -> Node {
    Node(
      id: freshID(), name: node.name, kind: node.kind, children: node.children.map { copy($0) },
      selectedIndex: node.selectedIndex, modal: node.modal.map { copy($0) })
  }

  private mutating func freshID() -> NavigationNodeID {
    nextID += 1
    return NavigationNodeID(rawValue: nextID)
  }

  private mutating func name() -> String {
    ["Home", "Detail", "Login", "Settings", "Map"].randomElement(using: &random)!
  }

  private mutating func kind() -> Kind {
    [.screen, .screen, .stack, .stack, .tabs, .split, .pages, .container("Drawer")]
      .randomElement(using: &random)!
  }

  private mutating func node(
    _ id: NavigationNodeID,
    from ids: inout [NavigationNodeID],
    depth: Int
  ) -> Node {
    let kind = depth == 0 ? .tabs : kind()
    var children: [Node] = []
    if kind != .screen, depth < 6 {
      for _ in 0..<Int.random(in: 0...5, using: &random) {
        guard let childID = ids.popLast() else { break }
        children.append(node(childID, from: &ids, depth: depth + 1))
      }
    }
    var node = Node(id: id, name: name(), kind: kind, children: children)
    node.select(using: &random)
    if random.happens(percent: 20), let modalID = ids.popLast() {
      node.modals = [self.node(modalID, from: &ids, depth: depth + 1)]
    }
    return node
  }

  private mutating func freshNodes(_ count: ClosedRange<Int>) -> [Node] {
    (0..<Int.random(in: count, using: &random)).map { _ in
      var ids = (0..<2).map { _ in freshID() }
      return node(freshID(), from: &ids, depth: 5)
    }
  }

  private mutating func edit(_ tree: inout NavigationTree) {
    let target = tree.nodes.map(\.id).randomElement(using: &random)!
    let path = tree.identifiers(to: target)!
    var fork = SeededGenerator(seed: random.next())
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1:
      let nodes = freshNodes(1...3)
      tree.withNode(path) { if $0.isRoomy { $0.children += nodes.prefix($0.room) } }
    case 2, 3:
      let count = Int.random(in: 1...3, using: &random)
      tree.withNode(path) { $0.children.removeLast(min(count, $0.children.count)) }
    case 4:
      let nodes = freshNodes(0...2)
      tree.withNode(path) {
        guard $0.isRoomy else { return }
        let start = Int.random(in: 0...$0.children.count, using: &fork)
        let end = Int.random(in: start...$0.children.count, using: &fork)
        $0.children.replaceSubrange(start..<end, with: nodes.prefix($0.room))
      }
    case 5:
      let modals = freshNodes(1...1)
      tree.withNode(path) { $0.modals = modals }
    case 6:
      tree.withNode(path) { $0.modals = [] }
    case 7:
      tree.withNode(path) { $0.children.shuffle(using: &fork) }
    case 8:
      let kind = kind()
      tree.withNode(path) {
        if $0.kind != .window, kind != .screen || $0.children.isEmpty { $0.kind = kind }
      }
    case 9, 10:
      move(target, in: &tree)
    default:
      tree.withNode(path) { $0.select(using: &fork) }
    }
  }

  /// Moves a subtree to another slot.
  private mutating func move(_ id: NavigationNodeID, in tree: inout NavigationTree) {
    guard let node = tree.node(id), let parent = tree.parent(of: id) else { return }
    let inside = Set(node.nodes.map(\.id))
    let others = tree.nodes.filter { !inside.contains($0.id) }
    guard let other = others.randomElement(using: &random) else { return }
    let asModal = random.happens(percent: 30) && (other.modal == nil || other.modal?.id == id)
    guard asModal || other.isRoomy else { return }
    let index = Int.random(in: 0...1_000, using: &random)
    tree.withNode(tree.identifiers(to: parent.id)!) { parent in
      if parent.modals.first?.id == id {
        parent.modals = []
      } else {
        let index = parent.children.firstIndex { $0.id == id }!
        parent.children.remove(at: index)
        parent.keepSelection(without: index)
      }
    }
    tree.withNode(tree.identifiers(to: other.id)!) { other in
      if asModal {
        other.modals = [node]
      } else {
        let index = index % (other.children.count + 1)
        other.keepSelection(with: index)
        other.children.insert(node, at: index)
      }
    }
  }
}

extension NavigationTree {
  fileprivate mutating func withNode(
    _ path: [NavigationNodeID],
    _ body: (inout Node) -> Void
  ) {
    do {
      try withNode(at: path) {
        body(&$0)
        $0.repairSelection()
      }
    } catch {
      preconditionFailure("The path \(path) leads nowhere: \(error)")
    }
  }
}

extension Node {
  fileprivate var isRoomy: Bool {
    kind != .screen && !(kind == .window && children.count > 0)
  }

  fileprivate var room: Int { kind == .window ? 1 : 100 }

  fileprivate mutating func select(using random: inout SeededGenerator) {
    selectedIndex =
      kind.hasSelection && !children.isEmpty ? children.indices.randomElement(using: &random) : nil
  }

  fileprivate mutating func repairSelection() {
    if kind.hasSelection, !children.isEmpty {
      selectedIndex = min(selectedIndex ?? 0, children.count - 1)
    } else {
      selectedIndex = nil
    }
  }

  fileprivate mutating func keepSelection(without index: Int) {
    if let selectedIndex, selectedIndex > index { self.selectedIndex = selectedIndex - 1 }
  }

  fileprivate mutating func keepSelection(with index: Int) {
    if let selectedIndex, selectedIndex >= index { self.selectedIndex = selectedIndex + 1 }
  }
}

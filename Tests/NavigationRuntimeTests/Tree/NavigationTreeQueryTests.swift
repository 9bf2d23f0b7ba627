import NavigationRuntime
import Testing

@Suite struct NavigationTreeQueryTests {
  let tree: NavigationTree

  init() throws {
    tree = try NavigationTree(
      .window(
        1, "App",
        .tabs(
          2, "Main",
          [
            .stack(3, "Home", [.screen(4, "List"), .screen(5, "Detail")]),
            .stack(6, "Search", [.screen(7, "Query").presenting(.screen(8, "Filter"))]),
          ],
          selected: 1
        )
      )
    )
  }

  @Test func nodesAreListedBeforeTheirChildrenAndTheseBeforeTheModal() throws {
    #expect(tree.nodes.map(\.id.rawValue) == Array(1...8))
    #expect(tree.count == 8)

    let presenting = Node.stack(1, "Main", [.screen(2, "A"), .screen(3, "B")])
      .presenting(.stack(4, "Sheet", [.screen(5, "C")]))
    #expect(presenting.nodes.map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test func aNodeIsFoundWhereverItIs() {
    for node in tree.nodes {
      #expect(tree.node(node.id)?.id == node.id)
      #expect(tree.contains(node.id))
    }
    #expect(tree.node(99) == nil)
    #expect(!tree.contains(99))
  }

  @Test func thePathLeadsFromTheRootThroughChildrenAndModals() {
    #expect(tree.path(to: 8)?.map(\.id) == [1, 2, 6, 7, 8])
    #expect(tree.path(to: 1)?.map(\.id) == [1])
    #expect(tree.path(to: 99) == nil)
    #expect(tree.identifiers(to: 5) == [1, 2, 3, 5])
  }

  @Test func theParentContainsOrPresents() {
    #expect(tree.parent(of: 5)?.id == 3)
    #expect(tree.parent(of: 8)?.id == 7)
    #expect(tree.parent(of: 1) == nil)
    #expect(tree.parent(of: 99) == nil)
  }

  @Test func depthCountsStepsFromTheRoot() throws {
    #expect(tree.depth(of: 1) == 0)
    #expect(tree.depth(of: 5) == 3)
    #expect(tree.depth(of: 8) == 4)
    #expect(tree.depth(of: 99) == nil)
    #expect(tree.maximumDepth == 4)
    #expect(try NavigationTree(.screen(1, "A")).maximumDepth == 0)
  }

  @Test func theVisibleLeafFollowsTheSelectionAndTheModal() {
    #expect(tree.visibleLeaf.name == "Filter")
    #expect(tree.visiblePath.map(\.id) == [1, 2, 6, 7, 8])
    #expect(tree.modalChain.map(\.id) == [8])
  }

  @Test func theTopmostModalHidesItsPresentersContents() throws {
    let login = Node.stack(10, "Login", [.screen(11, "Form")])
      .presenting(.screen(12, "Alert").presenting(.screen(13, "Help")))
    let tree = try tree.applying(.presented(login, over: 2))
    #expect(tree.visibleLeaf.name == "Help")
    #expect(tree.modalChain.map(\.id) == [10, 12, 13])
  }

  @Test func modalsInTabsThatAreNotSelectedAreNotInTheChain() throws {
    let tree = try tree.applying(.selected(2, from: 1, to: 0))
    #expect(tree.visibleLeaf.name == "Detail")
    #expect(tree.modalChain.isEmpty)
  }

  @Test(
    arguments: [
      (.split(1, "A", [.screen(2, "B"), .screen(3, "C")]), 3),
      (.pages(1, "A", [.screen(2, "B"), .screen(3, "C")]), 2),
      (.container(1, "A", kind: "Drawer", [.screen(2, "B"), .screen(3, "C")]), 3),
      (.stack(1, "A"), 1),
      (.tabs(1, "A"), 1),
      (.window(1, "A"), 1),
      (.window(1, "A", .screen(2, "B")), 2),
    ] as [(Node, NavigationNodeID)]
  )
  func eachKindHasAVisibleChildOrIsVisibleItself(root: Node, visible: NavigationNodeID) throws {
    #expect(try NavigationTree(root).visibleLeaf.id == visible)
  }

  @Test func identifiersOrderByNumberAndReadLikeOne() {
    #expect(NavigationNodeID(rawValue: 12).description == "#12")
    #expect(([3, 1, 2] as [NavigationNodeID]).sorted() == [1, 2, 3])
  }
}

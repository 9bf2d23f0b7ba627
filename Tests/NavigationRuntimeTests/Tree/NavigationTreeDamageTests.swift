import Foundation
import NavigationRuntime
import Testing

/// Stored trees with one kind of damage each.
@Suite struct NavigationTreeDamageTests {
  struct Damage: Sendable, CustomTestStringConvertible {
    var json: String
    var code: NavigationTreeError.Code
    var node: NavigationNodeID?
    var texts: [String]

    /// Makes a tree whose stack #1 has this as its second child.
    init(
      child json: String,
      _ code: NavigationTreeError.Code = .damagedData,
      node: NavigationNodeID?,
      _ texts: String...
    ) {
      self.json =
        #"{"root": {"id": 1, "name": "Main", "kind": "stack", "children": "#
        + #"[{"id": 2, "name": "Home", "kind": "screen"}, \#(json)]}}"#
      self.code = code
      self.node = node
      self.texts = texts
    }

    init(tree json: String, _ texts: String...) {
      self.json = json
      code = .damagedData
      node = nil
      self.texts = texts
    }

    var testDescription: String { json }
  }

  static let corpus: [Damage] = [
    Damage(tree: "{}", #"key "root" is missing"#),
    Damage(tree: "[]", "at the top"),
    Damage(tree: #"{"root": null}"#, "root"),
    Damage(tree: #"{"root": 3}"#, "at root"),
    Damage(tree: #"{"root": {"name": "Main", "kind": "stack"}}"#, #"key "id" is missing"#),
    Damage(child: "7", node: 1, #""Main" #1"#, "at root.children[1]"),
    Damage(child: "null", node: 1, "root.children[1]"),
    Damage(child: "{}", node: 1, #"key "id" is missing, at root.children[1]"#),
    Damage(child: #"{"id": -7, "name": "A", "kind": "screen"}"#, node: 1, "children[1]"),
    Damage(child: #"{"id": "7", "name": "A", "kind": "screen"}"#, node: 1, "children[1].id"),
    Damage(child: #"{"id": 7, "kind": "screen"}"#, node: 7, "node #7", #"key "name" is missing"#),
    Damage(child: #"{"id": 7, "name": 1, "kind": "screen"}"#, node: 7, "children[1].name"),
    Damage(child: #"{"id": 7, "name": "A"}"#, node: 7, #""A" #7"#, #"key "kind" is missing"#),
    Damage(
      child: #"{"id": 7, "name": "A", "kind": "box"}"#, node: 7, #"no kind "box""#, #""A" #7"#),
    Damage(
      child: #"{"id": 7, "name": "A", "kind": "stack", "children": {}}"#, node: 7,
      "at root.children[1].children"),
    Damage(
      child: #"{"id": 7, "name": "A", "kind": "stack", "children": [{"id": 8, "name": "B"}]}"#,
      node: 8, #""B" #8"#, "root.children[1].children[0]"),
    Damage(
      child: #"{"id": 7, "name": "A", "kind": "tabs", "selected": "0"}"#, node: 7,
      "children[1].selected"),
    Damage(child: #"{"id": 7, "name": "A", "kind": "screen", "modal": []}"#, node: 7, "modal"),
    Damage(
      child: #"{"id": 7, "name": "A", "kind": "screen", "modal": {"id": 8}}"#, node: 8,
      "root.children[1].modal"),
    Damage(
      child: #"{"id": 7, "name": "A", "kind": "tabs", "selected": 0}"#, .invalidSelection, node: 7,
      "tabs A #7"),
    Damage(
      child: #"{"id": 7, "name": "A", "kind": "pages", "children": "#
        + #"[{"id": 8, "name": "B", "kind": "screen"}]}"#,
      .invalidSelection, node: 7, "Select 0 to 0"),
    Damage(
      child: #"{"id": 7, "name": "A", "kind": "screen", "children": "#
        + #"[{"id": 8, "name": "B", "kind": "screen"}]}"#,
      .childrenOfScreen, node: 7, "screen A #7"),
    Damage(child: #"{"id": 7, "name": "A", "kind": "window"}"#, .windowNotAtRoot, node: 7, "A #7"),
    Damage(
      child: #"{"id": 2, "name": "A", "kind": "screen"}"#, .duplicateID, node: 2,
      "screen Home #2 and screen A #2"),
    Damage(child: #"{"id": 1, "name": "A", "kind": "screen"}"#, .duplicateID, node: 1, "Main #1"),
  ]

  @Test(arguments: corpus)
  func readingADamagedTreeFailsAndNamesTheNode(damage: Damage) throws {
    let error = #expect(throws: NavigationTreeError.self) {
      try JSONDecoder().decode(NavigationTree.self, from: Data(damage.json.utf8))
    }
    let found = try #require(error)
    #expect(found.code == damage.code, "\(found)")
    #expect(found.node == damage.node, "\(found)")
    for text in damage.texts {
      #expect(found.message.contains(text), "\(found)")
    }
  }

  @Test func anyByteMayBeLostWithoutACrash() throws {
    let encoded = try JSONEncoder().encode(
      NavigationTree(unchecked: NavigationTreeChangeTests.root))
    for index in encoded.indices {
      var data = encoded
      data.remove(at: index)
      guard let tree = try? JSONDecoder().decode(NavigationTree.self, from: data) else { continue }
      try tree.validate()
    }
  }
}

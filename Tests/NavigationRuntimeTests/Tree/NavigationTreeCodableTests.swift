import Foundation
import NavigationRuntime
import Testing

@Suite struct NavigationTreeCodableTests {
  let tree = NavigationTree(unchecked: NavigationTreeChangeTests.root)

  @Test func aTreeIsReadBackWithItsNames() throws {
    let data = try JSONEncoder().encode(tree)
    let decoded = try JSONDecoder().decode(NavigationTree.self, from: data)
    #expect(decoded.root.isIdentical(to: tree.root))
  }

  @Test func theKeysAreStableAndOnlyThereWhereNeeded() throws {
    let tree = try NavigationTree(
      .tabs(1, "Main", [.container(2, "Side", kind: "Drawer")]).presenting(.screen(3, "Alert"))
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(tree), as: UTF8.self)
    #expect(
      text == """
        {"root":{"children":[{"id":2,"kind":"container(Drawer)","name":"Side"}],"id":1,\
        "kind":"tabs","modal":{"id":3,"kind":"screen","name":"Alert"},"name":"Main","selected":0}}
        """
    )
  }

  @Test(arguments: NavigationTreeChangeTests.changes.map(\.0))
  func aChangeIsReadBack(change: Change) throws {
    let data = try JSONEncoder().encode(change)
    let decoded = try JSONDecoder().decode(Change.self, from: data)
    #expect(decoded == change)
    #expect(decoded.description == change.description)
  }

  @Test(
    arguments: [
      #"{"change": "teleported", "container": 1}"#,
      #"{"change": "pushed", "inserted": []}"#,
      #"{"change": "presented", "container": 1, "inserted": []}"#,
      #"{"change": "contentsReplaced", "container": 1, "index": 0, "oldKind": "box"}"#,
    ]
  )
  func aDamagedChangeIsNotRead(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Change.self, from: Data(json.utf8))
    }
  }

  @Test func aDamagedNodeInAChangeIsNamed() {
    let json = #"{"change": "pushed", "container": 1, "inserted": [{"id": 7, "name": "A"}]}"#
    let error = #expect(throws: NavigationTreeError.self) {
      try JSONDecoder().decode(Change.self, from: Data(json.utf8))
    }
    #expect(error?.node == 7)
  }
}

import Foundation
import NavigationRuntime
import Testing

/// The trace from which the Inspector's page proves that it applies every kind of change.
@Suite struct NavigationTreeFixtureTests {
  private struct Header: Decodable {
    struct Window: Decodable {
      let tree: NavigationTree
    }
    let windows: [Window]
  }

  private struct Event: Decodable {
    let after: String
    let change: Change
  }

  @Test("The Inspector's trace of changes has every kind of change, as it is coded and applied")
  func changes() throws {
    // Elsewhere than in the package itself the folders are symbolic links.
    let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appendingPathComponent("Tooling/Inspector/PageTests/changes.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let header = try JSONDecoder().decode(Header.self, from: Data(try #require(lines.first).utf8))
    var tree = try #require(header.windows.first).tree
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var kinds: Set<String> = []
    for line in lines.dropFirst() {
      let event = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
      let coded = String(decoding: try encoder.encode(event.change), as: UTF8.self)
      #expect(line.contains(coded), "\(event.change)")
      let path = try #require(tree.identifiers(to: event.change.container))
      // The changes of one batch may have a node in two slots for a while.
      try tree.apply(event.change, at: path)
      #expect(tree.text(includingIDs: true) == event.after, "\(event.change)")
      kinds.insert(event.change.name)
    }
    #expect(
      kinds == [
        "pushed", "popped", "stackReplaced", "presented", "dismissed", "modalReplaced", "selected",
        "tabsReplaced", "contentsReplaced", "moved", "rootReplaced",
      ])
  }
}

extension Change {
  /// The name of the case; a new one has to be added to the trace.
  fileprivate var name: String {
    switch self {
    case .pushed: "pushed"
    case .popped: "popped"
    case .stackReplaced: "stackReplaced"
    case .presented: "presented"
    case .dismissed: "dismissed"
    case .modalReplaced: "modalReplaced"
    case .selected: "selected"
    case .tabsReplaced: "tabsReplaced"
    case .contentsReplaced: "contentsReplaced"
    case .moved: "moved"
    case .rootReplaced: "rootReplaced"
    }
  }
}

import Foundation

/// The public API of a module as text: sorted, one line for each declaration, members under their
/// type.
public struct Digest {
  private var entries: Set<DigestEntry> = []

  /// Reads the graphs of a module.
  ///
  /// - Parameter graphs: The contents of `Module.symbols.json` and of the files for what the
  ///   module adds to others.
  /// - Throws: What is wrong with a graph.
  public init(graphs: [Data]) throws {
    let graphs = try graphs.map { try JSONDecoder().decode(SymbolGraph.self, from: $0) }
    let names = graphs.flatMap(\.symbols).map {
      ($0.identifier.precise, $0.pathComponents.joined(separator: "."))
    }
    let namesByIdentifier = Dictionary(names, uniquingKeysWith: { one, _ in one })
    for graph in graphs { entries.formUnion(graph.entries(names: namesByIdentifier)) }
  }

  /// Takes away what another digest has, too.
  ///
  /// - Parameter other: The other one.
  public mutating func subtract(_ other: Digest) {
    entries.subtract(other.entries)
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { entries.isEmpty }

  /// The lines.
  public var text: String {
    let root = DigestNode()
    for entry in entries {
      let node = entry.path.reduce(root) { $0.child($1) }
      if entry.isConformance {
        node.conformances.append(entry.text)
      } else {
        node.declarations.append(entry.text)
      }
    }
    return root.sections.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}

/// A declaration, or several of the same name, and what is inside.
private final class DigestNode {
  var declarations: [String] = []
  var conformances: [String] = []
  private var children: [String: DigestNode] = [:]

  func child(_ name: String) -> DigestNode {
    if let child = children[name] { return child }
    let child = DigestNode()
    children[name] = child
    return child
  }

  /// The lines of each child.
  var sections: [[String]] {
    children.sorted { $0.key < $1.key }.map { $0.value.lines(name: $0.key) }
  }

  private func lines(name: String) -> [String] {
    // What is inside something that is declared elsewhere stands under its name.
    let heads = declarations.isEmpty ? ["extension \(name)"] : declarations.sorted()
    return heads + (conformances.sorted() + sections.flatMap { $0 }).map { "  " + $0 }
  }
}

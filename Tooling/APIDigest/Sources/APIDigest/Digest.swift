import Foundation

/// The public API of a module as text: sorted, one line for each declaration, members under their
/// type.
public struct Digest {
  private var entries: Set<DigestEntry> = []
  /// The entries that follow from others, which are compared and not printed.
  private let implied: Set<DigestEntry>

  /// Reads the graphs of a module.
  ///
  /// - Parameter graphs: The contents of `Module.symbols.json` and of the files for what the
  ///   module adds to others.
  /// - Throws: What is wrong with a graph.
  public init(graphs: [Data]) throws {
    let graphs = try graphs.map { try JSONDecoder().decode(SymbolGraph.self, from: $0) }
    let symbols = ModuleSymbols(graphs)
    entries = symbols.entries
    implied = symbols.implied
  }

  /// Takes away what another digest has, too.
  ///
  /// - Parameter other: The other one.
  public mutating func subtract(_ other: Digest) {
    entries.subtract(other.entries)
  }

  /// Leaves only what another digest has, too.
  ///
  /// - Parameter other: The other one.
  public mutating func formIntersection(_ other: Digest) {
    entries.formIntersection(other.entries)
  }

  /// Whether it has no lines.
  public var isEmpty: Bool { entries.isSubset(of: implied) }

  /// The lines.
  public var text: String {
    let root = DigestNode()
    for entry in entries.subtracting(implied) {
      let node = entry.path.reduce(root) { $0.child($1) }
      if entry.isConformance {
        node.conformances.append(entry.text)
      } else {
        node.declarations.insert(entry.text)
      }
    }
    return root.sections.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}

/// A declaration, or several of the same name, and what is inside.
private final class DigestNode {
  var declarations: Set<String> = []
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
    var heads = declarations.compactMap(head).sorted()
    if heads.isEmpty { heads = ["extension \(name)"] }
    return heads + (conformances.sorted() + sections.flatMap { $0 }).map { "  " + $0 }
  }

  /// A requirement and its default implementation share a line.
  private func head(_ declaration: String) -> String? {
    let requirement = "requirement \(declaration)"
    if declarations.contains(requirement) { return nil }
    guard declaration.hasPrefix("requirement ") else { return declaration }
    let hasDefault = declarations.contains(String(declaration.dropFirst("requirement ".count)))
    return hasDefault ? "defaulted \(declaration)" : declaration
  }
}

/// One line of a digest: a declaration or a conformance, and where it belongs.
struct DigestEntry: Hashable {
  /// The type that a conformance is of, or the declaration with the types around it.
  let path: [String]
  /// The line.
  let text: String
  /// Whether it is something that the type conforms to or inherits from.
  let isConformance: Bool
}

extension SymbolGraph.Symbol {
  /// The name with those of the types around it.
  var name: String { pathComponents.joined(separator: ".") }

  /// The declaration with its availability and conditions.
  var text: String {
    var text = declarationFragments.map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let condition = SymbolGraph.Constraint.text(of: swiftExtension?.constraints ?? [])
    // A declaration with a condition of its own has the extension's in it.
    if !text.contains(" where ") { text += condition }
    if accessLevel == "open" { text = "open " + text }
    return ((availability ?? []).map(\.text).sorted() + [text]).joined(separator: " ")
  }
}

extension SymbolGraph.Symbol {
  /// The names that a protocol's declaration lists as what it refines.
  var refined: [String] {
    let list = text.components(separatedBy: " where ")[0].components(separatedBy: " : ").dropFirst()
    return list.joined().components(separatedBy: ", ")
  }
}

extension SymbolGraph.Relationship {
  /// The words for a conformance or an inheritance; `nil` for other relationships.
  var conformance: String? {
    ["conformsTo": "conforms to", "inheritsFrom": "inherits from"][kind]
  }

  /// The condition of a conformance.
  var condition: String { SymbolGraph.Constraint.text(of: swiftConstraints ?? []) }
}

extension SymbolGraph.Symbol.Availability {
  fileprivate var text: String {
    var words = [domain ?? "*"]
    if let introduced { words.append("introduced: \(introduced.text)") }
    if let deprecated { words.append("deprecated: \(deprecated.text)") }
    if let obsoleted { words.append("obsoleted: \(obsoleted.text)") }
    if isUnconditionallyDeprecated == true { words.append("deprecated") }
    if isUnconditionallyUnavailable == true { words.append("unavailable") }
    return "@available(\(words.joined(separator: ", ")))"
  }
}

extension SymbolGraph.Symbol.Availability.Version {
  fileprivate var text: String { "\(major).\(minor ?? 0)" }
}

extension SymbolGraph.Constraint {
  /// The constraints as a `where` clause; nothing for those that go without saying.
  static func text(of constraints: [SymbolGraph.Constraint]) -> String {
    let words = constraints.filter { !["Copyable", "Escapable"].contains($0.rhs) }.map {
      "\($0.lhs)\($0.kind == "sameType" ? " ==" : ":") \($0.rhs)"
    }
    return words.isEmpty ? "" : " where " + words.sorted().joined(separator: ", ")
  }
}

/// What the digest reads of a symbol graph, as the compiler writes it.
struct SymbolGraph: Decodable {
  struct Module: Decodable {
    let name: String
  }

  struct Symbol: Decodable {
    struct Identifier: Decodable {
      let precise: String
    }

    struct Kind: Decodable {
      let identifier: String
    }

    struct Fragment: Decodable {
      let spelling: String
    }

    struct Extension: Decodable {
      let constraints: [Constraint]?
    }

    struct Availability: Decodable {
      struct Version: Decodable {
        let major: Int
        let minor: Int?
      }

      let domain: String?
      let introduced: Version?
      let deprecated: Version?
      let obsoleted: Version?
      let isUnconditionallyDeprecated: Bool?
      let isUnconditionallyUnavailable: Bool?
    }

    let identifier: Identifier
    let kind: Kind
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let accessLevel: String
    let swiftExtension: Extension?
    let availability: [Availability]?
  }

  struct Constraint: Decodable {
    let kind: String
    let lhs: String
    let rhs: String
  }

  struct Relationship: Decodable {
    struct Origin: Decodable {
      let identifier: String
      let displayName: String
    }

    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
    let swiftConstraints: [Constraint]?
    let sourceOrigin: Origin?
  }

  let module: Module
  let symbols: [Symbol]
  let relationships: [Relationship]
}

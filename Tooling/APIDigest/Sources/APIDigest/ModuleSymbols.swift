/// The lines that the symbols of a module make, and those among them that follow from others.
///
/// A line follows from others if no change of the API could change it alone.
struct ModuleSymbols {
  private(set) var entries: Set<DigestEntry> = []
  private(set) var implied: Set<DigestEntry> = []

  private let symbols: [String: SymbolGraph.Symbol]
  /// The names of what each type conforms to or inherits from without a condition, by its name.
  private var supertypes: [String: Set<String>]
  /// The paths of the enumerations without associated values.
  private let plainEnums: Set<[String]>

  init(_ graphs: [SymbolGraph]) {
    let all = graphs.flatMap(\.symbols)
    let relationships = graphs.flatMap(\.relationships)
    symbols = Dictionary(
      all.map { ($0.identifier.precise, $0) }, uniquingKeysWith: { one, _ in one })
    let cases = Dictionary(
      grouping: all.filter { $0.kind.identifier == "swift.enum.case" },
      by: { Array($0.pathComponents.dropLast()) })
    plainEnums = Set(cases.filter { !$0.value.contains { $0.text.contains("(") } }.keys)
    supertypes = Self.refinements
    for relationship in relationships where relationship.conformance != nil {
      guard relationship.condition.isEmpty, let source = symbols[relationship.source]
      else { continue }
      supertypes[source.name, default: []].insert(name(of: relationship))
    }
    addDeclarations(all, relationships)
    addConformances(relationships)
  }

  private mutating func addDeclarations(
    _ all: [SymbolGraph.Symbol], _ relationships: [SymbolGraph.Relationship]
  ) {
    let requirements = Set(relationships.filter { $0.kind == "requirementOf" }.map(\.source))
    let origins = Dictionary(
      relationships.compactMap { member in member.sourceOrigin.map { (member.source, $0) } },
      uniquingKeysWith: { one, _ in one })
    for symbol in all where symbol.kind.identifier != "swift.extension" {
      let isRequirement = requirements.contains(symbol.identifier.precise)
      let entry = DigestEntry(
        path: symbol.pathComponents, text: (isRequirement ? "requirement " : "") + symbol.text,
        isConformance: false)
      entries.insert(entry)
      guard let origin = origins[symbol.identifier.precise] else { continue }
      let requirement = symbols[origin.identifier]?.text ?? Self.requirements[origin.displayName]
      if symbol.text == requirement { implied.insert(entry) }
    }
  }

  private mutating func addConformances(_ relationships: [SymbolGraph.Relationship]) {
    for relationship in relationships {
      guard let word = relationship.conformance, let source = symbols[relationship.source]
      else { continue }
      let target = name(of: relationship)
      guard !Self.impliedConformances.contains(target) else { continue }
      let entry = DigestEntry(
        path: source.pathComponents, text: "\(word) \(target)\(relationship.condition)",
        isConformance: true)
      entries.insert(entry)
      if relationship.condition.isEmpty, isImplied(target, of: source) { implied.insert(entry) }
    }
  }

  private func name(of relationship: SymbolGraph.Relationship) -> String {
    symbols[relationship.target]?.name
      ?? relationship.targetFallback?.split(separator: ".").last.map(String.init)
      ?? relationship.target
  }

  /// Whether a type's declaration, or another of its supertypes, has this one as a consequence.
  private func isImplied(_ target: String, of source: SymbolGraph.Symbol) -> Bool {
    if target == "Sendable", source.text.contains("@MainActor ") { return true }
    switch source.kind.identifier {
    case "swift.protocol" where source.refined.contains(target): return true
    case "swift.enum" where target == "Hashable" && plainEnums.contains(source.pathComponents):
      return true
    default: break
    }
    return supertypes[source.name, default: []].contains {
      $0 != target && supertypes[$0, default: []].contains(target)
    }
  }
}

extension ModuleSymbols {
  /// What every type conforms to unless it says otherwise.
  private static let impliedConformances: Set = ["Copyable", "Escapable", "SendableMetatype"]

  /// What the standard library's protocols refine.
  private static let refinements: [String: Set<String>] = [
    "Comparable": ["Equatable"],
    "Error": ["Sendable"],
    "Hashable": ["Equatable"],
    "LosslessStringConvertible": ["CustomStringConvertible"],
    "OptionSet": ["Equatable", "ExpressibleByArrayLiteral", "RawRepresentable", "SetAlgebra"],
  ]

  /// The standard library's requirements that leave no choice to a conforming type.
  private static let requirements = [
    "CustomStringConvertible.description": "var description: String { get }",
    "Decodable.init(from:)": "init(from decoder: any Decoder) throws",
    "Encodable.encode(to:)": "func encode(to encoder: any Encoder) throws",
    "Hashable.hash(into:)": "func hash(into hasher: inout Hasher)",
  ]
}

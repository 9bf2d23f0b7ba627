/// One line of a digest: a declaration or a conformance, and where it belongs.
struct DigestEntry: Hashable {
  /// The type that a conformance is of, or the declaration with the types around it.
  let path: [String]
  /// The line.
  let text: String
  /// Whether it is something that the type conforms to or inherits from.
  let isConformance: Bool
}

extension SymbolGraph {
  /// What every type conforms to unless it says otherwise.
  private static let implied: Set = ["Copyable", "Escapable", "SendableMetatype"]

  /// All that the graph says.
  ///
  /// - Parameter names: The names of symbols, also of those in other graphs of the module.
  /// - Returns: The lines, in no order.
  func entries(names: [String: String]) -> [DigestEntry] {
    let requirements = Set(relationships.filter { $0.kind == "requirementOf" }.map(\.source))
    let declarations = symbols.filter { $0.kind.identifier != "swift.extension" }.map {
      DigestEntry(
        path: $0.pathComponents,
        text: $0.text(isRequirement: requirements.contains($0.identifier.precise)),
        isConformance: false)
    }
    let paths = Dictionary(
      symbols.map { ($0.identifier.precise, $0.pathComponents) },
      uniquingKeysWith: { one, _ in one })
    let conformances: [DigestEntry] = relationships.compactMap { relationship in
      let words = ["conformsTo": "conforms to", "inheritsFrom": "inherits from"]
      guard let word = words[relationship.kind], let path = paths[relationship.source] else {
        return nil
      }
      let fallback = relationship.targetFallback?.split(separator: ".").last.map(String.init)
      let target = names[relationship.target] ?? fallback ?? relationship.target
      guard !Self.implied.contains(target) else { return nil }
      let condition = Constraint.text(of: relationship.swiftConstraints ?? [])
      return DigestEntry(path: path, text: "\(word) \(target)\(condition)", isConformance: true)
    }
    return declarations + conformances
  }
}

extension SymbolGraph.Symbol {
  fileprivate func text(isRequirement: Bool) -> String {
    var text = declarationFragments.map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let condition = SymbolGraph.Constraint.text(of: swiftExtension?.constraints ?? [])
    // A declaration with a condition of its own has the extension's in it.
    if !text.contains(" where ") { text += condition }
    if accessLevel == "open" { text = "open " + text }
    if isRequirement { text = "requirement " + text }
    return ((availability ?? []).map(\.text).sorted() + [text]).joined(separator: " ")
  }
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
  fileprivate static func text(of constraints: [SymbolGraph.Constraint]) -> String {
    let words = constraints.filter { !["Copyable", "Escapable"].contains($0.rhs) }.map {
      "\($0.lhs)\($0.kind == "sameType" ? " ==" : ":") \($0.rhs)"
    }
    return words.isEmpty ? "" : " where " + words.sorted().joined(separator: ", ")
  }
}

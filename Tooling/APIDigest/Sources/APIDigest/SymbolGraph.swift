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
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
    let swiftConstraints: [Constraint]?
  }

  let module: Module
  let symbols: [Symbol]
  let relationships: [Relationship]
}

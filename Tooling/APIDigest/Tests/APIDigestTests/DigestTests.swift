import APIDigest
import Foundation
import Testing

@Suite("The digest of a module")
struct DigestTests {
  /// A graph with a type, a member, and what the test adds.
  private func graph(_ symbols: String..., relationships: String = "") -> Data {
    let all =
      [
        symbol("s:T", "swift.class", ["Thing"], "class Thing", access: "open"),
        symbol("s:T.b", "swift.method", ["Thing", "b()"], "func b()"),
      ] + symbols
    return Data(
      """
      {"module": {"name": "Module"}, "symbols": [\(all.joined(separator: ","))],
      "relationships": [\(relationships)]}
      """.utf8)
  }

  private func symbol(
    _ id: String, _ kind: String, _ path: [String], _ text: String, access: String = "public",
    rest: String = ""
  ) -> String {
    """
    {"identifier": {"precise": "\(id)"}, "kind": {"identifier": "\(kind)"},
    "pathComponents": \(path), "declarationFragments": [{"spelling": "\(text)"}],
    "accessLevel": "\(access)" \(rest)}
    """
  }

  @Test("Members stand under their type, sorted by name, after what the type conforms to")
  func order() throws {
    let digest = try Digest(graphs: [
      graph(
        symbol("s:T.a1", "swift.method", ["Thing", "a()"], "func a() -> String"),
        symbol("s:T.a2", "swift.method", ["Thing", "a()"], "func a() -> Int"),
        symbol("s:A", "swift.protocol", ["Able"], "protocol Able"),
        symbol("s:A.r", "swift.method", ["Able", "r()"], "func r()"),
        relationships: """
          {"kind": "conformsTo", "source": "s:T", "target": "s:A"},
          {"kind": "conformsTo", "source": "s:T", "target": "s:C",
          "targetFallback": "Swift.Copyable"},
          {"kind": "inheritsFrom", "source": "s:T", "target": "s:B",
          "targetFallback": "Other.Base"},
          {"kind": "requirementOf", "source": "s:A.r", "target": "s:A"}
          """)
    ])
    #expect(
      digest.text == """
        protocol Able
          requirement func r()

        open class Thing
          conforms to Able
          inherits from Base
          func a() -> Int
          func a() -> String
          func b()

        """)
  }

  @Test("Conditions and availability are part of the line")
  func conditions() throws {
    let digest = try Digest(graphs: [
      graph(
        symbol(
          "s:T.c", "swift.method", ["Thing", "c()"], "func c()",
          rest: """
            , "swiftExtension": {"constraints": [{"kind": "conformance", "lhs": "Value",
            "rhs": "Equatable"}]}, "availability": [{"domain": "iOS",
            "introduced": {"major": 16}}]
            """))
    ])
    #expect(
      digest.text.contains("@available(iOS, introduced: 16.0) func c() where Value: Equatable"))
  }

  @Test("A conformance that follows from the declaration or from another one is left out")
  func impliedConformances() throws {
    func conforms(_ type: String, _ target: String) -> String {
      """
      {"kind": "conformsTo", "source": "s:\(type)", "target": "s:\(target)",
      "targetFallback": "Swift.\(target)"}
      """
    }
    let digest = try Digest(graphs: [
      graph(
        symbol("s:Base", "swift.class", ["Base"], "@MainActor class Base"),
        symbol("s:Able", "swift.protocol", ["Able"], "protocol Able : Sendable"),
        symbol("s:Plain", "swift.enum", ["Plain"], "enum Plain"),
        symbol("s:Plain.a", "swift.enum.case", ["Plain", "a"], "case a"),
        symbol("s:Full", "swift.enum", ["Full"], "enum Full"),
        symbol("s:Full.a", "swift.enum.case", ["Full", "a(_:)"], "case a(Int)"),
        relationships: [
          conforms("Able", "Sendable"), conforms("Base", "Able"), conforms("Base", "Sendable"),
          conforms("T", "Able"), conforms("T", "Sendable"),
          #"{"kind": "inheritsFrom", "source": "s:T", "target": "s:Base"}"#,
          conforms("Plain", "Equatable"), conforms("Plain", "Hashable"),
          conforms("Full", "Equatable"), conforms("Full", "Hashable"), conforms("Full", "Sendable"),
        ].joined(separator: ","))
    ])
    #expect(
      digest.text == """
        protocol Able : Sendable

        @MainActor class Base
          conforms to Able

        enum Full
          conforms to Hashable
          conforms to Sendable
          case a(Int)

        enum Plain
          case a

        open class Thing
          inherits from Base
          func b()

        """)
  }

  @Test("A member that only does what its protocol requires is left out")
  func impliedMembers() throws {
    func member(_ id: String, of requirement: String) -> String {
      """
      {"kind": "memberOf", "source": "s:T.\(id)", "target": "s:T",
      "sourceOrigin": {"identifier": "s:\(requirement)", "displayName": "\(requirement)"}}
      """
    }
    let digest = try Digest(graphs: [
      graph(
        symbol("s:A", "swift.protocol", ["Able"], "protocol Able"),
        symbol("s:A.r", "swift.property", ["Able", "r"], "var r: Int { get }"),
        symbol("s:A.d", "swift.property", ["Able", "r"], "var r: Int { get }"),
        symbol("s:A.s", "swift.property", ["Able", "s"], "var s: Int { get }"),
        symbol("s:T.r", "swift.property", ["Thing", "r"], "var r: Int { get }"),
        symbol("s:T.s", "swift.property", ["Thing", "s"], "var s: Int"),
        symbol(
          "s:T.d", "swift.property", ["Thing", "description"], "var description: String { get }"),
        relationships: [
          member("r", of: "A.r"), member("s", of: "A.s"),
          member("d", of: "CustomStringConvertible.description"),
          #"{"kind": "requirementOf", "source": "s:A.r", "target": "s:A"}"#,
          #"{"kind": "requirementOf", "source": "s:A.s", "target": "s:A"}"#,
        ].joined(separator: ","))
    ])
    #expect(
      digest.text == """
        protocol Able
          defaulted requirement var r: Int { get }
          requirement var s: Int { get }

        open class Thing
          func b()
          var s: Int

        """)
  }

  @Test("What one platform has besides is what is left, under the name of its type")
  func subtract() throws {
    var more = try Digest(graphs: [
      graph(symbol("s:T.c", "swift.method", ["Thing", "c()"], "func c()"))
    ])
    more.subtract(try Digest(graphs: [graph()]))
    #expect(more.text == "extension Thing\n  func c()\n")
    var shared = more
    shared.formIntersection(try Digest(graphs: [graph()]))
    #expect(shared.isEmpty)
    more.subtract(more)
    #expect(more.isEmpty)
  }

  @Test("A graph that is none is an error")
  func damaged() {
    #expect(throws: DecodingError.self) { try Digest(graphs: [Data("{}".utf8)]) }
  }
}

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

  @Test("What one platform has besides is what is left, under the name of its type")
  func subtract() throws {
    var more = try Digest(graphs: [
      graph(symbol("s:T.c", "swift.method", ["Thing", "c()"], "func c()"))
    ])
    more.subtract(try Digest(graphs: [graph()]))
    #expect(more.text == "extension Thing\n  func c()\n")
    more.subtract(more)
    #expect(more.isEmpty)
  }

  @Test("A graph that is none is an error")
  func damaged() {
    #expect(throws: DecodingError.self) { try Digest(graphs: [Data("{}".utf8)]) }
  }
}

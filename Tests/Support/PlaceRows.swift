import Foundation
import NavigationRuntime

/// The rows of a stored place, to be damaged by a test.
public struct PlaceRows: Sendable {
  /// One row: each value as JSON.
  public typealias Row = [String: String]

  /// The rows.
  public var rows: [Row]

  /// Reads the rows of a place.
  public init(of place: NavigationPlace) throws {
    let archive = try JSONSerialization.jsonObject(with: place.data()) as? [String: Any]
    let rows = archive?["rows"] as? [[String: Any]] ?? []
    self.rows = rows.map { row in
      row.mapValues { value in (value as? Int).map { "\($0)" } ?? Self.quoted("\(value)") }
    }
  }

  /// The JSON of the place.
  public var text: String {
    let lines = rows.map { row in
      "{" + row.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
    }
    return #"{"format":1,"version":0,"rows":["# + lines.joined(separator: ",") + "]}"
  }

  /// Returns a text as JSON.
  public static func quoted(_ text: String) -> String {
    let data = try? JSONEncoder().encode([text])
    return String(String(decoding: data ?? Data(), as: UTF8.self).dropFirst().dropLast())
  }

  /// Returns the JSON with up to three exchanged, missing or additional characters.
  public func flipped(_ generator: inout SeededGenerator) -> Data {
    var bytes = Array(text.utf8)
    for _ in 0...generator.next(below: 3) {
      let index = generator.next(below: bytes.count)
      switch generator.next(below: 3) {
      case 0: bytes[index] ^= UInt8(1 << generator.next(below: 8))
      case 1: bytes.remove(at: index)
      default: bytes.insert(bytes[generator.next(below: bytes.count)], at: index)
      }
    }
    return Data(bytes)
  }
}

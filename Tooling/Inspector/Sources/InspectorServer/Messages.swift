import Foundation

/// A line that an app shall perform.
struct Command: Codable {
  var id: Int
  var text: String

  /// The verb, which the app must have allowed.
  var verb: String { String(text.prefix { $0 != " " }) }
}

/// What came of a command.
struct Answer: Codable {
  var id: Int
  var ok: Bool
  var text: String
}

/// An app in the list of a page.
struct AppSummary: Encodable {
  var session: String
  var name: String
  var connected: Bool
  var events: Int
  var commands: [String]
}

/// The number of the last event that the server has.
struct Received: Encodable {
  var received: Int
}

/// The text of a new command, and then its number.
struct CommandText: Decodable {
  var text: String
}

struct CommandID: Encodable {
  var id: Int
}

/// An answer of the server other than success.
struct Refusal: Error {
  var status: Int
  var text: String
  /// The number of the last event, where there is a gap.
  var received: Int?

  init(_ status: Int, _ text: String, received: Int? = nil) {
    self.status = status
    self.text = text
    self.received = received
  }
}

extension Encodable {
  /// The value as one line of JSON.
  var json: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)) ?? Data("null".utf8)
  }
}

/// An event of a page's stream, as Server-Sent Events define it.
struct StreamEvent {
  private(set) var bytes: Data

  init(_ name: String, _ lines: some Sequence<Data>, id: String? = nil) {
    bytes = Data("event: \(name)\n".utf8)
    if let id { bytes += Data("id: \(id)\n".utf8) }
    for line in lines {
      bytes += Data("data: ".utf8)
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Nothing, to find out whether the reader is still there.
  static let ping = Data(":\n\n".utf8)
}

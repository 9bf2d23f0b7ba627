import Foundation

/// The files of the page, in one folder without others below it.
struct Page: Sendable {
  let folder: URL

  /// The file with a name, and its type; `nil` if there is none.
  ///
  /// A name has letters, digits, `-`, `_`, `~` and dots between them, so that it is no path.
  func file(_ name: String) -> (contents: Data, type: String)? {
    let name = name.isEmpty ? "index.html" : name
    guard !name.hasPrefix("."), name.utf8.allSatisfy(Self.isPlain) else { return nil }
    guard let type = Self.types[String(name.drop { $0 != "." }.dropFirst())] else { return nil }
    let file = folder.appendingPathComponent(name, isDirectory: false)
    guard let contents = try? Data(contentsOf: file) else { return nil }
    return (contents, type)
  }

  private static let types = [
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "jsonl": "application/x-ndjson; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
  ]

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

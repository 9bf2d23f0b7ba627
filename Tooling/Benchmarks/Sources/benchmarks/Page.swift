import Foundation

/// `Docs/Performance.md`, whose tables stand between markers.
struct Page {
  /// The folder of the page and its pictures.
  static let docs = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../../../Docs").standardized

  private let url = Page.docs.appendingPathComponent("Performance.md")
  private var text: String

  init() throws {
    text = try String(contentsOf: url, encoding: .utf8)
  }

  /// The text between the markers of a section.
  subscript(_ section: String) -> String {
    get { String(text[range(of: section)]) }
    set { text.replaceSubrange(range(of: section), with: newValue) }
  }

  func write() throws { try text.write(to: url, atomically: true, encoding: .utf8) }

  private func range(of section: String) -> Range<String.Index> {
    let begin = "<!-- benchmarks: \(section) -->\n"
    guard let head = text.range(of: begin),
      let tail = text.range(of: "\n<!-- end -->", range: head.upperBound..<text.endIndex)
    else { preconditionFailure("\(url.path) has no section “\(section)”.") }
    return head.upperBound..<tail.lowerBound
  }
}

/// The compiler and the machine that counts belong to: others make other instructions.
enum Toolchain {
  static func description() throws -> String {
    let version = try Counting.output(of: ["swift", "--version"])
    let name = version.split(separator: "\n").first { $0.contains("Swift version") } ?? "Swift"
    #if arch(x86_64)
    let processor = "x86_64"
    #elseif arch(arm64)
    let processor = "arm64"
    #else
    let processor = "another processor"
    #endif
    #if os(Linux)
    return "\(name), \(processor), Linux"
    #else
    return "\(name), \(processor)"
    #endif
  }
}

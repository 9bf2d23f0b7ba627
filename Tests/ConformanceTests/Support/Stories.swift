import DemoKit
import Foundation

/// The stories in the folder beside this one.
enum Stories {
  /// The names of all stories, sorted; empty if the folder cannot be read.
  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (files ?? []).filter { $0.hasSuffix(".story") }.sorted()
  }()

  static func story(_ name: String) throws -> Story {
    let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    return try Story(parsing: text, file: name)
  }

  // Files, not resources: a changed story needs no build.
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Stories")
}

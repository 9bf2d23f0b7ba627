#if !canImport(UIKit) && !os(watchOS)
import Foundation
import NavigationRuntime
import Testing

/// The tour that comes with the program.
struct DemoTourTests {
  private func url(_ path: String) -> URL {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent(path)
  }

  /// Returns the program's output of the tour, made with a framework.
  private func tour(_ framework: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = DemoProcessTests.program
    process.arguments = ["--tour", "--screens", "--framework", framework] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    // Returns when the process has ended, and the pipe with it.
    let data = output.fileHandleForReading.readDataToEndOfFile()
    return String(decoding: data, as: UTF8.self)
  }

  @Test("The tour ends with both frameworks, and the user sees the same")
  func bothFrameworks() throws {
    let async = try tour("asyncflow")
    let core = try tour("coreflow")
    #expect(async.hasSuffix("\nThe story is complete.\n"))
    #expect(async.replacingOccurrences(of: "AsyncFlow", with: "CoreFlow") == core)
  }

  @Test(
    "The READMEs show the tour as it is printed",
    arguments: ["README.md", "README.ko.md"])
  func readme(file: String) throws {
    let text = try String(contentsOf: url(file), encoding: .utf8)
    let blocks = text.components(separatedBy: "<!-- from the tour -->\n```text\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    let tour = try tour("asyncflow")
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(tour.contains(block), "\(block)") }
  }

  @Test(
    "The recordings with which the Inspector is tested are those of the tour",
    arguments: ["asyncflow", "coreflow"])
  func recordings(framework: String) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("tour-\(UUID().uuidString).jsonl")
    _ = try tour(framework, "--trace", file.path)
    let today = try recorded(in: file)
    try FileManager.default.removeItem(at: file)
    let committed = try recorded(in: url("Tooling/Inspector/PageTests/\(framework).jsonl"))
    #expect(committed == today, "Tooling/Inspector/check-page --record makes them again.")
  }

  /// Returns the kind, the names, the cause and the work of each event in a file.
  ///
  /// Names are without numbers: an optimised build numbers the screens in another order.
  private func recorded(in file: URL) throws -> [String] {
    try TraceArchive(jsonLines: String(contentsOf: file, encoding: .utf8)).events.map { event in
      let names = "\(event.subject ?? "") in \(event.owner ?? "")".filter { !$0.isNumber }
      return "\(event.kind.rawValue) \(names) ← \(event.cause ?? 0) of \(event.work ?? 0)"
    }
  }
}
#endif

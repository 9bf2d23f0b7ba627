import Foundation

/// What is done with the page.
enum Recording {
  case check
  case update
  /// Measures the times, too.
  case page(processes: Int)

  /// Counts, and compares with the page or writes it.
  ///
  /// - Parameters:
  ///   - benchmarks: Which ones are counted; all for a page.
  ///   - withInstructions: Whether instructions are counted, too.
  ///   - effort: How times are measured.
  /// - Returns: Whether the page has these counts.
  /// - Throws: A failure if a process ends early, or the page cannot be read or written.
  @MainActor
  func run(_ benchmarks: [Benchmark], withInstructions: Bool, _ effort: Effort) throws -> Bool {
    switch self {
    case .check: return try check(benchmarks, withInstructions)
    case .update: try update(benchmarks, withInstructions)
    case .page(let processes):
      try writeTimes(processes: processes, effort)
      try writeCodeSize()
      try update(suite, withInstructions)
    }
    return true
  }

  /// How often a row that differs is counted again: one whose tasks wait for turns of the run loop
  /// takes a few per cent more in some processes on a busy machine.
  private static let recounts = 3

  @MainActor
  private func check(_ benchmarks: [Benchmark], _ withInstructions: Bool) throws -> Bool {
    var page = try Page()
    let stray = page.strayQuotes
    guard stray.isEmpty else {
      print("Docs/Performance.md quotes figures of no table: \(stray.joined(separator: ", "))")
      return false
    }
    guard page.quoteFigures() else {
      print("Docs/Performance.md quotes a figure that is not in its tables: run --update.")
      return false
    }
    guard page["counts"].hasPrefix("\(try Toolchain.description()).\n") else {
      print("Not compared: the table is of \(page["counts"].prefix { $0 != "\n" })")
      return true
    }
    var recorded = CountTable(text: page["counts"].drop { $0 != "|" })
    let names = Set(benchmarks.map(\.name))
    if names.count < suite.count { recorded.rows.removeAll { !names.contains($0.name) } }
    var table = try Counting.table(of: benchmarks, withInstructions: withInstructions)
    if !withInstructions { recorded.forgetInstructions() }
    var differences = table.differences(from: recorded)
    for _ in 0..<Self.recounts where withInstructions && !differences.isEmpty {
      let different = Set(differences.map(\.name))
      table.replaceRows(
        by: try Counting.table(
          of: benchmarks.filter { different.contains($0.name) }, withInstructions: true))
      differences = table.differences(from: recorded)
    }
    guard differences.isEmpty else {
      let lines = differences.map { "\($0.name): \($0.text)" }
      print("Not what Docs/Performance.md says:\n\(lines.joined(separator: "\n"))")
      print("If all of these are intended, run this program with --update.")
      return false
    }
    print("The counts of \(table.rows.count) benchmarks are those of Docs/Performance.md.")
    return true
  }

  @MainActor
  private func update(_ benchmarks: [Benchmark], _ withInstructions: Bool) throws {
    var page = try Page()
    var table = try Counting.table(of: benchmarks, withInstructions: withInstructions)
    if !withInstructions {
      table.keepInstructions(of: CountTable(text: page["counts"].drop { $0 != "|" }))
    }
    print(table.text)
    guard benchmarks.count == suite.count else { return }
    page["counts"] = "\(try Toolchain.description()).\n\n\(table.text)"
    page["footprints"] = try Counting.output(of: [CommandLine.arguments[0], "--weigh"])
      .trimmingCharacters(in: .newlines)
    _ = page.quoteFigures()
    try page.write()
    try Chart(table).write()
  }

  private func writeCodeSize() throws {
    let command = Page.docs.appendingPathComponent("../Tooling/code-size").standardized.path
    let rows = try Counting.output(of: [command]).split(separator: "\n").map { line -> String in
      let columns = line.split(separator: " ")
      guard columns.count == 2, let bytes = Double(columns[1]) else {
        throw Counting.Failure(description: "Unexpected: \(line)")
      }
      return "| \(columns[0]) | \(String(format: "%.2f", bytes / 1e6)) MB |"
    }
    var page = try Page()
    page["code size"] = """
      | a program with | adds |
      |---|---:|
      \(rows.joined(separator: "\n"))
      """
    try page.write()
  }

  private func writeTimes(processes: Int, _ effort: Effort) throws {
    let isQuick = effort.samples == Effort.quick.samples
    let times = try Times(
      processes: processes,
      options: (isQuick ? ["--quick"] : []) + (effort.counts == .processor ? ["--cpu"] : []))
    let day = ISO8601DateFormatter.string(
      from: Date(), timeZone: TimeZone(identifier: "UTC") ?? .current,
      formatOptions: .withFullDate)
    var page = try Page()
    page["times"] = """
      \(day), \(try Toolchain.description()): medians of \(processes) processes of each kind, \
      \(effort.counts == .processor ? "processor time" : "time on the wall")\
      \(isQuick ? ", few samples" : "").

      \(times.text)
      """
    try page.write()
  }
}

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

  /// Writes the tables' figures where the page quotes them: before a comment that names one.
  ///
  /// A comment is the name of a benchmark, for its ratio of instructions, or a column and a name, such
  /// as `<!-- run loop: a step in a burst -->`.
  ///
  /// - Returns: Whether the page had them already.
  mutating func quoteFigures() -> Bool {
    let old = text
    for (name, figure) in figures {
      let mark = " <!-- \(name) -->"
      text = text.replacingOccurrences(
        of: "[0-9.,]+( [nµm]s| MB)?(\\**)" + NSRegularExpression.escapedPattern(for: mark),
        with: "\(figure)$2\(mark)", options: .regularExpression)
    }
    return text == old
  }

  /// The comments behind figures that name none of a table.
  var strayQuotes: [String] {
    let names = figures.map(\.name)
    return text.components(separatedBy: " <!-- ").dropFirst()
      .map { $0.components(separatedBy: " -->")[0] }.filter { !names.contains($0) }
  }

  /// The figures of all tables, with the names that quotes give them.
  private var figures: [(name: String, figure: String)] {
    rows(of: "counts", columns: 8).flatMap { row in
      [(row[0], row[3]), ("allocations: \(row[0])", row[4])]
    }
      + rows(of: "footprints", columns: 4).map { row in ("live bytes: \(row[0])", row[1]) }
      + rows(of: "times", columns: 8).flatMap { row in
        [
          ("run loop: \(row[0])", row[1]), ("run loop ratio: \(row[0])", row[3]),
          ("dispatch: \(row[0])", row[4]), ("dispatch ratio: \(row[0])", row[6]),
        ]
      }
      + rows(of: "code size", columns: 2).map { row in ("code size: \(row[0])", row[1]) }
  }

  private func rows(of section: String, columns: Int) -> [[String]] {
    self[section].split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.count == columns }
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

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
  ///   - words: Which benchmarks are counted; all for a page.
  ///   - withInstructions: Whether instructions are counted, too.
  ///   - effort: How times are measured.
  /// - Returns: Whether the page has these counts.
  /// - Throws: A failure if a process ends early, or the page cannot be read or written.
  func run(_ words: [String], withInstructions: Bool, _ effort: Effort) throws -> Bool {
    switch self {
    case .check: return try check(words, withInstructions)
    case .update: try update(words, withInstructions)
    case .page(let processes):
      try writeTimes(processes: processes, effort)
      try update([], withInstructions)
    }
    return true
  }

  /// How often a row that differs is counted again: one whose tasks wait for turns of the run loop
  /// takes a few per cent more in some processes on a busy machine.
  private static let recounts = 3

  private func check(_ words: [String], _ withInstructions: Bool) throws -> Bool {
    var page = try Page()
    let stray = page.strayQuotes
    guard stray.isEmpty else {
      print("Docs/Performance.md quotes ratios of no benchmark: \(stray.joined(separator: ", "))")
      return false
    }
    guard page.quoteRatios() else {
      print("Docs/Performance.md quotes a ratio that is not in its table: run --update.")
      return false
    }
    guard page["counts"].hasPrefix("\(try Toolchain.description()).\n") else {
      print("Not compared: the table is of \(page["counts"].prefix { $0 != "\n" })")
      return true
    }
    var recorded = CountTable(text: page["counts"].drop { $0 != "|" })
    recorded.rows.removeAll { row in !words.isEmpty && !words.contains { row.name.contains($0) } }
    var table = try Counting(words: words).table(withInstructions: withInstructions)
    if !withInstructions { recorded.forgetInstructions() }
    var differences = table.differences(from: recorded)
    for _ in 0..<Self.recounts where withInstructions && !differences.isEmpty {
      let names = Set(differences.map(\.name)).sorted()
      table.replaceRows(by: try Counting(words: names).table(withInstructions: true))
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

  private func update(_ words: [String], _ withInstructions: Bool) throws {
    var page = try Page()
    var table = try Counting(words: words).table(withInstructions: withInstructions)
    if !withInstructions {
      table.keepInstructions(of: CountTable(text: page["counts"].drop { $0 != "|" }))
    }
    print(table.text)
    guard words.isEmpty else { return }
    page["counts"] = "\(try Toolchain.description()).\n\n\(table.text)"
    page["footprints"] = try Counting.output(of: [CommandLine.arguments[0], "--weigh"])
      .trimmingCharacters(in: .newlines)
    _ = page.quoteRatios()
    try page.write()
    try Chart(table).write()
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

  /// Writes the ratios of the counts where the page quotes them: before a comment with the name of a
  /// benchmark.
  ///
  /// - Returns: Whether the page had them already.
  mutating func quoteRatios() -> Bool {
    let old = text
    for columns in countRows {
      let mark = " <!-- \(columns[0]) -->"
      text = text.replacingOccurrences(
        of: "[0-9.,]+(\\**)" + NSRegularExpression.escapedPattern(for: mark),
        with: "\(columns[3])$1\(mark)", options: .regularExpression)
    }
    return text == old
  }

  /// The names in the comments behind ratios that are those of no benchmark.
  var strayQuotes: [String] {
    let names = countRows.map { $0[0] }
    return text.components(separatedBy: " <!-- ").dropFirst()
      .map { $0.components(separatedBy: " -->")[0] }.filter { !names.contains($0) }
  }

  private var countRows: [[String]] {
    self["counts"].split(separator: "\n")
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
      .filter { $0.count == 8 }
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

import CAllocator
import Foundation

/// What a process of its own counts, a line for each benchmark.
@MainActor
enum CountingProcess {
  /// Prints the allocations and bytes of one time, and the floor's.
  static func countAllocations(of benchmarks: [Benchmark]) async {
    for benchmark in benchmarks where benchmark.counted > 0 {
      let (loop, floor) = await benchmark.prepare()
      let own = await allocations(loop, benchmark.counted)
      let bare = await allocations(floor, benchmark.counted)
      show([benchmark.name] + (own + bare).map { "\($0)" })
    }
  }

  /// Marks for Callgrind the instructions of the loop, then the floor's, and prints how many times
  /// each was run.
  static func markInstructions(of benchmarks: [Benchmark]) async {
    for benchmark in benchmarks where benchmark.counted > 0 && benchmark.isSteady {
      let (loop, floor) = await benchmark.prepare()
      for work in [loop, floor] {
        for _ in 0..<warmUps { await work(benchmark.counted) }
      }
      benchmark_mark()
      await loop(benchmark.counted)
      benchmark_mark()
      await floor(benchmark.counted)
      benchmark_mark()
      show([benchmark.name, "\(benchmark.counted)"])
    }
  }

  /// Bring up what is made once, and let arrays grow.
  private static let warmUps = 2

  private static func allocations(_ loop: Benchmark.Loop, _ times: Int) async -> [Double] {
    for _ in 0..<warmUps { await loop(times) }
    allocator_begin_counting()
    await loop(times)
    let counts = allocator_end_counting()
    return [counts.allocations, counts.bytes].map { Double($0) / Double(times) }
  }

  /// At once, so that what hangs can be seen.
  private static func show(_ columns: [String]) {
    print(columns.joined(separator: "\t"))
    fflush(nil)
  }
}

/// Counts in processes of their own.
struct Counting {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Which benchmarks are counted; all if empty.
  var words: [String]

  /// Returns the allocations, and also the instructions if asked for, which takes Valgrind and
  /// minutes.
  ///
  /// - Throws: A failure if a process ends early.
  func table(withInstructions: Bool) throws -> CountTable {
    var table = CountTable()
    for line in try Self.output(of: [CommandLine.arguments[0], "--count-allocations"] + words)
      .split(separator: "\n")
    {
      let columns = line.split(separator: "\t")
      let numbers = columns.compactMap { Double($0) }
      guard columns.count == 5, numbers.count == 4 else {
        throw Failure(description: "Unexpected: \(line)")
      }
      let counts = Counts(values: [
        .allocations: (numbers[0], numbers[2]), .bytes: (numbers[1], numbers[3]),
      ])
      table.rows.append((String(columns[0]), counts))
    }
    if withInstructions {
      for (name, instructions) in try self.instructions() {
        guard let index = table.rows.firstIndex(where: { $0.name == name }) else { continue }
        table.rows[index].counts.values[.instructions] = instructions
      }
    }
    return table
  }

  private func instructions() throws -> [(name: String, values: (own: Double, floor: Double))] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = folder.appendingPathComponent("profile").path
    return try Self.output(
      of: [
        "valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(profile)",
        "--dump-before=benchmark_mark", CommandLine.arguments[0], "--mark-instructions",
      ] + words
    ).split(separator: "\n").enumerated().map { index, line in
      let columns = line.split(separator: "\t")
      guard columns.count == 2, let times = Double(columns[1]) else {
        throw Failure(description: "Unexpected: \(line)")
      }
      // Each benchmark ends three parts: its preparation, its loop and its floor's.
      let totals = try [2, 3].map { try Self.total(ofPart: 3 * index + $0, in: profile) / times }
      return (String(columns[0]), (totals[0], totals[1]))
    }
  }

  private static func total(ofPart part: Int, in profile: String) throws -> Double {
    let text = try String(contentsOfFile: "\(profile).\(part)", encoding: .utf8)
    guard
      let line = text.split(separator: "\n").last(where: { $0.hasPrefix("totals: ") }),
      let total = Double(line.dropFirst("totals: ".count))
    else { throw Failure(description: "Callgrind's part \(part) has no total.") }
    return total
  }

  /// Runs a command, and returns what it prints.
  static func output(of command: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    // Otherwise each process has its own order in sets and dictionaries.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "\(command[0]) ended with \(process.terminationStatus)."
          + (process.terminationStatus == 127 ? " Is it installed?" : ""))
    }
    return String(decoding: data, as: UTF8.self)
  }
}

import CAllocator
import Foundation

/// What a process of its own counts: a line for a benchmark.
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
      for work in [loop, floor] {
        for _ in 0..<rounds {
          benchmark_mark()
          await work(benchmark.counted)
        }
      }
      benchmark_mark()
      show([benchmark.name, "\(benchmark.counted)"])
    }
  }

  /// How often each loop's instructions are counted; the least counts.
  ///
  /// A coordinator lets the run loop turn after 4 ms, which a burst of a hundred steps takes under
  /// Callgrind only.
  nonisolated static let rounds = 3

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

/// Counts each benchmark in a process of its own: the addresses and tables that others leave behind
/// would change its counts.
struct Counting {
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Returns the allocations, and also the instructions if asked for, which takes Valgrind and
  /// minutes.
  ///
  /// - Throws: A failure if a process ends early.
  @MainActor
  static func table(of benchmarks: [Benchmark], withInstructions: Bool) throws -> CountTable {
    var table = CountTable()
    for benchmark in benchmarks where benchmark.counted > 0 {
      var counts = try allocations(of: benchmark.name)
      if withInstructions && benchmark.isSteady {
        counts.values[.instructions] = try instructions(of: benchmark.name)
      }
      table.rows.append((benchmark.name, counts))
    }
    return table
  }

  private static func allocations(of name: String) throws -> Counts {
    let line = try output(of: [CommandLine.arguments[0], "--count-allocations", name])
    let numbers = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.suffix(4)
    guard let first = numbers.indices.first, numbers.count == 4 else {
      throw Failure(description: "Unexpected: \(line)")
    }
    return Counts(values: [
      .allocations: (numbers[first], numbers[first + 2]),
      .bytes: (numbers[first + 1], numbers[first + 3]),
    ])
  }

  private static func instructions(of name: String) throws -> (own: Double, floor: Double) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let profile = folder.appendingPathComponent("profile").path
    let line = try output(of: [
      "valgrind", "--quiet", "--tool=callgrind", "--callgrind-out-file=\(profile)",
      "--dump-before=benchmark_mark", CommandLine.arguments[0], "--mark-instructions", name,
    ])
    guard let times = line.split(whereSeparator: \.isWhitespace).last.flatMap({ Double($0) }) else {
      throw Failure(description: "Unexpected: \(line)")
    }
    // The first part is the preparation.
    let totals = try (2..<2 + 2 * CountingProcess.rounds).map {
      try total(ofPart: $0, in: profile) / times
    }
    return (
      own: totals.prefix(CountingProcess.rounds).min() ?? 0,
      floor: totals.suffix(CountingProcess.rounds).min() ?? 0
    )
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

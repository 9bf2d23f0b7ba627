import Foundation

/// The times of all benchmarks, from several processes with both kinds of main thread in turns.
struct Times {
  private struct Row {
    let name: String
    let floorName: String
    /// The main thread in a run loop, then left to the dispatch library.
    var figures: [[Benchmark.Result]] = [[], []]
  }

  private var rows: [Row] = []

  /// Measures.
  ///
  /// - Parameters:
  ///   - processes: The number of processes of each kind.
  ///   - options: Options that each gets.
  /// - Throws: A failure if a process ends early.
  init(processes: Int, options: [String]) throws {
    for _ in 0..<processes {
      for (kind, option) in [[], ["--dispatch"]].enumerated() {
        let command = [CommandLine.arguments[0], "--figures"] + option + options
        for line in try Counting.output(of: command).split(separator: "\n") {
          let columns = line.split(separator: "\t").map(String.init)
          let numbers = columns.compactMap(Double.init)
          guard columns.count == 5, numbers.count == 3 else {
            throw Counting.Failure(description: "Unexpected: \(line)")
          }
          let result = Benchmark.Result(median: numbers[0], floor: numbers[1], ratio: numbers[2])
          if let index = rows.firstIndex(where: { $0.name == columns[0] }) {
            rows[index].figures[kind].append(result)
          } else {
            rows.append(Row(name: columns[0], floorName: columns[1], figures: [[result], []]))
          }
        }
      }
    }
  }

  /// A line that ``init(processes:options:)`` reads.
  static func line(_ benchmark: Benchmark, _ result: Benchmark.Result) -> String {
    "\(benchmark.name)\t\(benchmark.floorName)\t\(result.median)\t\(result.floor)\t\(result.ratio)"
  }

  var text: String {
    let lines = rows.map { row in
      let columns = row.figures.flatMap { results in
        [
          Report.text(results.map(\.median).middle), Report.text(results.map(\.floor).middle),
          results.map(\.ratio).middle.text,
        ]
      }
      return "| \(row.name) | \(columns.joined(separator: " | ")) | \(row.floorName) |"
    }
    return """
      | benchmark | run loop | floor | ratio | dispatch | floor | ratio | the floor is |
      |---|---:|---:|---:|---:|---:|---:|---|

      """ + lines.joined(separator: "\n")
  }
}

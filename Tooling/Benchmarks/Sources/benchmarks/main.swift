import Foundation

let usage = """
  Usage: swift run -c release --package-path Tooling/Benchmarks benchmarks [OPTION] [WORD...]

  Measures the benchmarks whose name contains one of the words, or all. Each stands beside a
  floor: the least that any code doing the same would cost, measured in turns with it.

  Options:
    --quick      Few samples: for seeing that everything runs, not for figures.
    --cpu        Count the time of the processor, not that on the wall: for a machine that has
                 other work. What waits for another thread then looks cheaper than it is.
    --loop N     Only runs each benchmark's loop 100 times, N rounds a time: for a profiler.
    -h, --help   Print this text.
  """

var words: [String] = []
var effort = Effort.full
var loopCount: Int?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "-h", "--help":
    print(usage)
    exit(0)
  case "--quick":
    effort.samples = Effort.quick.samples
    effort.turn = Effort.quick.turn
  case "--cpu": effort.counts = .processor
  case "--loop":
    guard let count = arguments.popFirst().flatMap(Int.init), count > 0 else {
      FileHandle.standardError.write(Data("benchmarks: --loop needs a number\n\n\(usage)\n".utf8))
      exit(2)
    }
    loopCount = count
  case let option where option.hasPrefix("-"):
    FileHandle.standardError.write(
      Data("benchmarks: unknown option '\(option)'\n\n\(usage)\n".utf8))
    exit(2)
  default:
    words.append(argument)
  }
}

let suite =
  streamBenchmarks + schedulingBenchmarks + presentationBenchmarks + treeBenchmarks
  + stepBenchmarks + flowBenchmarks + coreBenchmarks + effectBenchmarks + attachBenchmarks
  + placeBenchmarks + traceBenchmarks
let weights = flowFootprints + coreFootprints
let chosen = suite.filter { benchmark in
  words.isEmpty || words.contains { benchmark.name.contains($0) }
}
let weighed = weights.filter { footprint in
  words.isEmpty || words.contains { footprint.name.contains($0) }
}
guard !chosen.isEmpty || !weighed.isEmpty else {
  FileHandle.standardError.write(Data("benchmarks: no name contains \(words)\n".utf8))
  exit(2)
}
if let loopCount {
  for benchmark in chosen { await benchmark.run(loopCount) }
  exit(0)
}
#if DEBUG
print("Not optimised; figures mean something only with `-c release`.\n")
#endif
if !chosen.isEmpty { print(Report.head) }
for benchmark in chosen {
  print(Report.row(benchmark, await benchmark.measure(effort)))
}
if !weighed.isEmpty { print("\n" + Report.footprintHead) }
for footprint in weighed {
  print(Report.row(footprint, await footprint.measure()))
}

import Dispatch
import Foundation

let usage = """
  Usage: swift run -c release --package-path Tooling/Benchmarks benchmarks [OPTION] [WORD...]

  Measures the benchmarks whose name is, or contains, one of the words, or all. Each stands beside a
  floor: the least that any code doing the same would cost, measured in turns with it.

  Options:
    --check      Compares allocations with the table in Docs/Performance.md, and fails if one
                 differs by more than 3 %.
    --update     Writes that table, its chart, what lives, and the figures that the page quotes
                 from its tables; with words, only prints their rows.
    --instructions
                 With one of these: instructions, too. Needs Valgrind and minutes.
    --page N     Writes these, the code size and the times, the medians of N processes in a run
                 loop and as many in the dispatch library, in turns: for a quiet machine.
    --quick      Few samples: for seeing that everything runs, not for figures.
    --cpu        Count the time of the processor, not that on the wall: for a machine that has
                 other work. What waits for another thread then looks cheaper than it is.
    --dispatch   Leaves the main thread to the dispatch library, as an asynchronous `main` on Linux
                 does. Otherwise it is in a run loop, as in an app.
    --loop N     Only runs each benchmark's loop 100 times, N rounds a time: for a profiler.
    -h, --help   Print this text.
  """

func fail(_ message: String, code: Int32 = 2) -> Never {
  try? FileHandle.standardError.write(contentsOf: Data("benchmarks: \(message)\n".utf8))
  exit(code)
}

@MainActor
func number(of option: String) -> Int {
  guard let count = arguments.popFirst().flatMap(Int.init), count > 0 else {
    fail("\(option) needs a number\n\n\(usage)")
  }
  return count
}

var words: [String] = []
var effort = Effort.full
var loopCount: Int?
var isInDispatch = false
var countsAllocations = false
var marksInstructions = false
var figures = false
var weighs = false
var recording: Recording?
var withInstructions = false
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "-h", "--help":
    print(usage)
    exit(0)
  case "--check": recording = .check
  case "--update": recording = .update
  // What these two run, the second under Valgrind.
  case "--count-allocations": countsAllocations = true
  case "--mark-instructions": marksInstructions = true
  // What `--page` and `--update` run.
  case "--figures": figures = true
  case "--weigh": weighs = true
  case "--instructions": withInstructions = true
  case "--page": recording = .page(processes: number(of: argument))
  case "--quick":
    effort.samples = Effort.quick.samples
    effort.turn = Effort.quick.turn
  case "--cpu": effort.counts = .processor
  case "--dispatch": isInDispatch = true
  case "--loop":
    loopCount = number(of: argument)
  case let option where option.hasPrefix("-"): fail("unknown option '\(option)'\n\n\(usage)")
  default: words.append(argument)
  }
}

let suite =
  streamBenchmarks + mailboxBenchmarks + schedulingBenchmarks + presentationBenchmarks
  + treeBenchmarks + ordinaryStepBenchmarks + stepBenchmarks + bareCoordinatorBenchmarks
  + flowBenchmarks + coreBenchmarks + effectBenchmarks + attachBenchmarks + placeBenchmarks
  + traceBenchmarks + growthBenchmarks
let weights = flowFootprints + coreFootprints
let chosen = suite.filter { isChosen($0.name) }
let weighed = weights.filter { isChosen($0.name) }
guard !chosen.isEmpty || !weighed.isEmpty else { fail("no name contains \(words)") }

#if DEBUG
if !countsAllocations, !marksInstructions, !figures, !weighs {
  print("Not optimised; figures mean something only with `-c release`.\n")
}
#endif
if let recording {
  do {
    exit(try recording.run(chosen, withInstructions: withInstructions, effort) ? 0 : 1)
  } catch {
    fail("\(error)", code: 1)
  }
}

/// Whether a word chooses a benchmark: its whole name, or a part of no other's whole name.
@MainActor
func isChosen(_ name: String) -> Bool {
  words.isEmpty
    || words.contains { word in
      word == name || !suite.contains { $0.name == word } && name.contains(word)
    }
}

@MainActor
func measure() async {
  if let loopCount {
    for benchmark in chosen { await benchmark.run(loopCount) }
    return
  }
  if countsAllocations { return await CountingProcess.countAllocations(of: chosen) }
  if marksInstructions { return await CountingProcess.markInstructions(of: chosen) }
  if figures {
    for benchmark in chosen { print(Times.line(benchmark, await benchmark.measure(effort))) }
    return
  }
  if weighs { return await weigh() }
  if !chosen.isEmpty { print(Report.head) }
  for benchmark in chosen {
    print(Report.row(benchmark, await benchmark.measure(effort)))
  }
  if !weighed.isEmpty {
    print()
    await weigh()
  }
}

@MainActor
func weigh() async {
  print(Report.footprintHead)
  for footprint in weighed { print(Report.row(footprint, await footprint.measure())) }
}

Task {
  await measure()
  exit(0)
}
if isInDispatch { dispatchMain() }
// Valgrind cannot follow the dispatch library's main thread.
RunLoop.main.run()

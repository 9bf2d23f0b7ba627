import CAllocator
import Dispatch
import Foundation

/// How much is measured.
struct Effort {
  /// How often benchmark and floor take turns.
  var samples: Int
  /// How long one turn takes, in nanoseconds.
  var turn: Double
  /// Which time counts.
  var counts = Time.wall

  /// A way to measure time.
  enum Time {
    case wall
    /// What the process has used of the processors.
    case processor

    var now: UInt64 {
      switch self {
      case .wall: return DispatchTime.now().uptimeNanoseconds
      case .processor:
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
      }
    }
  }

  static let full = Effort(samples: 41, turn: 10e6)
  static let quick = Effort(samples: 3, turn: 0.1e6)
}

/// Something to be measured, and the floor it is compared with.
@MainActor
struct Benchmark {
  /// Does something so many times.
  typealias Loop = @MainActor (_ times: Int) async -> Void

  let name: String
  let floorName: String
  /// How many times are counted together: fewer of what takes long, and none of what takes minutes
  /// or differs from process to process.
  var counted = 100
  /// Whether its instructions are the same in each process; not if several threads wait for each
  /// other.
  var isSteady = true
  /// Makes what is needed, just before it is measured: the benchmark's loop and the floor's.
  let prepare: @MainActor () async -> (loop: Loop, floor: Loop)

  /// The medians of what one time costs, in nanoseconds, and of the ratios of neighbours.
  struct Result {
    var median: Double
    var floor: Double
    var ratio: Double
  }

  /// Measures benchmark and floor in turns, so that a machine that changes its speed in between
  /// changes both.
  func measure(_ effort: Effort) async -> Result {
    let (loop, floor) = await prepare()
    let loopCount = await count(for: loop, effort)
    let floorCount = await count(for: floor, effort)
    var pairs: [(loop: Double, floor: Double)] = []
    for _ in 0..<effort.samples {
      let elapsed = await time(loop, loopCount, effort.counts)
      let floorElapsed = await time(floor, floorCount, effort.counts)
      pairs.append((elapsed / Double(loopCount), floorElapsed / Double(floorCount)))
    }
    return Result(
      median: pairs.map(\.loop).middle, floor: pairs.map(\.floor).middle,
      ratio: pairs.map { $0.loop / $0.floor }.middle)
  }

  /// Runs the loop a hundred times, and nothing else.
  func run(_ times: Int) async {
    let (loop, _) = await prepare()
    for _ in 0..<100 { await loop(times) }
  }

  /// How many times fill a turn; warms up on the way.
  private func count(for loop: Loop, _ effort: Effort) async -> Int {
    let turn = effort.turn
    var count = 1
    while true {
      // The best of three: one that was interrupted would make all turns too short.
      var elapsed = await time(loop, count, effort.counts)
      for _ in 0..<2 { elapsed = min(elapsed, await time(loop, count, effort.counts)) }
      if elapsed >= turn { return max(1, Int(Double(count) * turn / elapsed)) }
      precondition(
        count < 1 << 40,
        "A loop of “\(name)” takes no time, so the optimiser has removed its work. Pass what it "
          + "reads through opaque(_:), and what it makes to use(_:).")
      count *= elapsed * 20 < turn ? 10 : 2
    }
  }

  private func time(_ loop: Loop, _ count: Int, _ time: Effort.Time) async -> Double {
    let begin = time.now
    await loop(count)
    return Double(max(1, time.now - begin))
  }
}

extension [Double] {
  /// The median.
  var middle: Double { sorted()[count / 2] }
}

/// Returns the value, and hides from the optimiser that it is the same each time.
func opaque<Value>(_ value: Value) -> Value {
  var value = value
  withUnsafeMutablePointer(to: &value) { benchmark_touch($0) }
  return value
}

/// Makes the optimiser believe that a value is used.
func use<Value>(_ value: Value) {
  var value = value
  withUnsafeMutablePointer(to: &value) { benchmark_touch($0) }
}

/// The memory that something takes while it lives, and the floor it is compared with.
@MainActor
struct Footprint {
  /// Makes so many, and returns what keeps them.
  typealias Make = @MainActor (_ count: Int) async -> Any

  let name: String
  let floorName: String
  let count: Int
  let make: Make
  let makeFloor: Make

  /// Bytes of the heap for one.
  struct Result {
    var bytes: Int
    var floor: Int
  }

  func measure() async -> Result {
    Result(bytes: await bytes(make), floor: await bytes(makeFloor))
  }

  private func bytes(_ make: Make) async -> Int {
    // The first ones bring up what is made once.
    _ = await make(10)
    await laterTurn()
    let before = Int(allocator_bytes_in_use())
    let made = await make(count)
    await laterTurn()
    let after = Int(allocator_bytes_in_use())
    return withExtendedLifetime(made) { (after - before) / count }
  }

  /// Lets the main queue run what it has, such as the ends of a platform's transitions.
  private func laterTurn() async {
    for _ in 0..<2 {
      await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
    }
  }
}

/// The table.
@MainActor
enum Report {
  static let head = """
    | benchmark | median | floor | ratio | the floor is |
    |---|---:|---:|---:|---|
    """

  static func row(_ benchmark: Benchmark, _ result: Benchmark.Result) -> String {
    let columns = [
      benchmark.name, text(result.median), text(result.floor),
      String(format: result.ratio < 10 ? "%.1f" : "%.0f", result.ratio), benchmark.floorName,
    ]
    return "| " + columns.joined(separator: " | ") + " |"
  }

  static let footprintHead = """
    | what lives | bytes each | floor | the floor is |
    |---|---:|---:|---|
    """

  static func row(_ footprint: Footprint, _ result: Footprint.Result) -> String {
    let columns = [
      footprint.name, Double(result.bytes).text, Double(result.floor).text, footprint.floorName,
    ]
    return "| " + columns.joined(separator: " | ") + " |"
  }

  nonisolated static func text(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: String(format: "%.1f ns", nanoseconds)
    case ..<1e6: String(format: "%.2f µs", nanoseconds / 1e3)
    default: String(format: "%.2f ms", nanoseconds / 1e6)
    }
  }
}

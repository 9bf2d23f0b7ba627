import Foundation

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
      footprint.name, "\(result.bytes)", "\(result.floor)", footprint.floorName,
    ]
    return "| " + columns.joined(separator: " | ") + " |"
  }

  private static func text(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1e3: String(format: "%.1f ns", nanoseconds)
    case ..<1e6: String(format: "%.2f µs", nanoseconds / 1e3)
    default: String(format: "%.2f ms", nanoseconds / 1e6)
    }
  }
}

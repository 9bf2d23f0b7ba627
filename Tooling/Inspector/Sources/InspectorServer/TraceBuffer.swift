import Foundation
import NavigationRuntime

/// The newest events of an app as lines of JSON, as they came in.
package struct TraceBuffer {
  /// What it keeps at most; the oldest quarter is dropped where there is more.
  package struct Limits: Sendable {
    package var lines = 20_000
    package var bytes = 8_000_000
  }

  private let limits: Limits
  /// The number of dropped events, and the trees after them.
  private var base: TraceArchive
  private var lines: [Data] = []
  private(set) var byteCount = 0

  /// Makes a buffer.
  ///
  /// - Throws: `TraceError` for what is no header of a trace.
  init(header: Data, limits: Limits) throws {
    self.limits = limits
    base = try TraceArchive(jsonLines: String(decoding: header, as: UTF8.self))
  }

  /// The number of the event before the first one that is kept.
  var dropped: Int { base.droppedCount }

  /// The number of the newest event.
  var last: Int { dropped + lines.count }

  /// The header of what is kept, without its line break.
  var header: Data { Data(base.jsonLines.utf8.dropLast()) }

  /// Adds the events that follow the newest one.
  mutating func append(_ new: some Sequence<Data>) {
    for line in new {
      lines.append(line)
      byteCount += line.count
    }
    while lines.count > limits.lines || (byteCount > limits.bytes && !lines.isEmpty) {
      drop(max(1, lines.count / 4))
    }
  }

  /// The lines after an event, up to a number of bytes but at least one, if there is one.
  func lines(after number: Int, bytes limit: Int) -> ArraySlice<Data> {
    let start = max(0, number - dropped)
    guard start < lines.count else { return [] }
    var end = start
    var size = 0
    repeat {
      size += lines[end].count
      end += 1
    } while end < lines.count && size + lines[end].count <= limit
    return lines[start..<end]
  }

  private mutating func drop(_ count: Int) {
    let dropped = lines.prefix(count)
    // Most events change no tree, and need not be read.
    let decoder = JSONDecoder()
    base.events = dropped.filter { $0.range(of: Self.mark) != nil }
      .compactMap { try? decoder.decode(TraceEvent.self, from: $0) }
    base.windows = base.trees(after: .max)
      .map { TraceArchive.Window(window: $0.key, tree: $0.value) }
      .sorted { $0.window < $1.window }
    base.events = []
    base.droppedCount += count
    byteCount -= dropped.reduce(0) { $0 + $1.count }
    lines.removeFirst(count)
  }

  private static let mark = Data("\"window\":".utf8)
}

extension Data {
  /// The lines that are not empty, without their line breaks.
  ///
  /// A carriage return ends a line as well, as it does in a page's stream. The C function makes it
  /// a hundred times as fast without optimisation, in which `swift run` builds.
  var lines: [Data] {
    let feed = UInt8(ascii: "\n")
    let carriage = UInt8(ascii: "\r")
    return withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return [] }
      guard memchr(base, Int32(carriage), bytes.count) == nil else {
        return split { $0 == feed || $0 == carriage }
      }
      var lines: [Data] = []
      var start = 0
      while start < bytes.count {
        let found = memchr(base + start, Int32(feed), bytes.count - start)
        let end = found.map { base.distance(to: $0) } ?? bytes.count
        if end > start { lines.append(self[startIndex + start..<startIndex + end]) }
        start = end + 1
      }
      return lines
    }
  }
}

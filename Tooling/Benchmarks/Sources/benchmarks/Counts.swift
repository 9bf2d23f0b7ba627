import Foundation

/// What one time of a benchmark needs, in units that do not depend on the machine's speed.
struct Counts {
  /// A column of the table.
  enum Column: CaseIterable {
    case instructions, allocations, bytes
  }

  /// Each column's value, and the floor's.
  var values: [Column: (own: Double, floor: Double)] = [:]

  /// The columns that differ from a recorded table by more than the tolerance, described.
  ///
  /// Gains count, too: a table with the old value would let the gain be lost again.
  func differences(from recorded: Counts) -> [String] {
    Column.allCases.flatMap { column -> [String] in
      guard let now = values[column], let then = recorded.values[column] else {
        return (values[column] == nil) == (recorded.values[column] == nil)
          ? [] : ["\(column) are only in one of both tables"]
      }
      return [("", now.own, then.own), ("the floor's ", now.floor, then.floor)]
        .compactMap { whose, now, then in
          let tolerance = whose.isEmpty ? Self.tolerance : Self.toleranceOfFloors
          guard abs(now - then) > max(then * tolerance, Self.smallest) else { return nil }
          let percent = then == 0 ? "" : " (\(Int(((now / then - 1) * 100).rounded())) %)"
          return "\(whose)\(column): \(then.text), now \(now.text)\(percent)"
        }
    }
  }

  static let tolerance = 0.03
  /// A floor is not the package's code, and one that awaits a task differs with the machine's other
  /// work.
  static let toleranceOfFloors = 0.06
  /// Differences that rounding to a table's digits makes.
  static let smallest = 0.011
}

/// The counts of all benchmarks.
struct CountTable {
  var rows: [(name: String, counts: Counts)] = []

  static let head = """
    | benchmark | instructions | floor | ratio | allocations | floor | bytes | floor |
    |---|---:|---:|---:|---:|---:|---:|---:|
    """

  var text: String {
    let lines = rows.map { name, counts in
      let instructions = counts.values[.instructions]
      let allocations = counts.values[.allocations] ?? (0, 0)
      let bytes = counts.values[.bytes] ?? (0, 0)
      let columns = [
        name, instructions?.own.text ?? "–", instructions?.floor.text ?? "–",
        instructions.map { ($0.own / $0.floor).text } ?? "–",
        allocations.own.text, allocations.floor.text, bytes.own.text, bytes.floor.text,
      ]
      return "| " + columns.joined(separator: " | ") + " |"
    }
    return ([Self.head] + lines).joined(separator: "\n")
  }

  init() {}

  /// Reads the rows of a table.
  init(text: Substring) {
    for line in text.split(separator: "\n").dropFirst(2) {
      let columns = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard columns.count == 8 else { continue }
      let numbers = columns.map { Double($0.replacingOccurrences(of: ",", with: "")) }
      var counts = Counts()
      for (column, own, floor) in [
        (Counts.Column.instructions, 1, 2), (.allocations, 4, 5), (.bytes, 6, 7),
      ] {
        if let own = numbers[own], let floor = numbers[floor] {
          counts.values[column] = (own, floor)
        }
      }
      rows.append((columns[0], counts))
    }
  }

  mutating func forgetInstructions() {
    for index in rows.indices { rows[index].counts.values[.instructions] = nil }
  }

  /// Takes the instructions from another table.
  mutating func keepInstructions(of other: CountTable) {
    for index in rows.indices {
      rows[index].counts.values[.instructions] =
        other.rows.first { $0.name == rows[index].name }?.counts.values[.instructions]
    }
  }

  /// Replaces rows by those of the same name in another table.
  mutating func replaceRows(by other: CountTable) {
    for row in other.rows {
      guard let index = rows.firstIndex(where: { $0.name == row.name }) else { continue }
      rows[index] = row
    }
  }

  /// The differences from a recorded table: the benchmark's name, and a description.
  func differences(from recorded: CountTable) -> [(name: String, text: String)] {
    let known = Dictionary(recorded.rows.map { ($0.name, $0.counts) }) { first, _ in first }
    let names = Set(rows.map(\.name))
    return rows.flatMap { name, counts -> [(String, String)] in
      guard let then = known[name] else { return [(name, "not in the table")] }
      return counts.differences(from: then).map { (name, $0) }
    } + recorded.rows.filter { !names.contains($0.name) }.map { ($0.name, "no such benchmark") }
  }
}

extension Double {
  /// A figure with three digits or more, as tables show it.
  var text: String {
    if self >= 100 || self == rounded() {
      var digits = String(Int(rounded()))
      var end = digits.count - 3
      while end > 0 {
        digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
        end -= 3
      }
      return digits
    }
    return String(format: self < 10 ? "%.2f" : "%.1f", self)
  }
}

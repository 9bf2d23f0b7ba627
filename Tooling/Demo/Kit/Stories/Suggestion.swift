/// Finds the candidate that may have been meant.
enum Suggestion {
  /// The candidate that looks most like a word and is another, if one looks like it at all.
  static func closest(to word: String, in candidates: [String]) -> String? {
    let wanted = word.lowercased()
    let limit = max(1, wanted.count / 3)
    let rated = candidates.filter { $0 != word }
      .map { ($0, distance(wanted, $0.lowercased())) }
    return rated.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
  }

  /// A sentence that asks whether the closest candidate was meant, if there is one.
  static func question(about word: String, in candidates: [String]) -> String? {
    closest(to: word, in: candidates).map { "Did you mean \($0.inQuotes)?" }
  }

  /// A sentence that asks whether the closest candidate was meant, or lists the candidates.
  static func hint(for word: String, in candidates: [String], of what: String) -> String? {
    if let closest = question(about: word, in: candidates) { return closest }
    if candidates.isEmpty { return nil }
    return "\(what): \(candidates.map(\.inQuotes).joined(separator: ", "))."
  }

  /// How many letters have to be inserted, left out, replaced or swapped with their neighbour.
  static func distance(_ first: String, _ second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var rowBefore: [Int] = []
    var previous = Array(0...second.count)
    for (i, a) in first.enumerated() {
      var row = [i + 1]
      for (j, b) in second.enumerated() {
        var cost = min(previous[j] + (a == b ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a == second[j - 1], first[i - 1] == b {
          cost = min(cost, rowBefore[j - 1] + 1)
        }
        row.append(cost)
      }
      rowBefore = previous
      previous = row
    }
    return previous[second.count]
  }
}

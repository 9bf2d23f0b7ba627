/// The words of a story: how each is written and what it means.
public enum StoryVocabulary {
  /// How something is written, and what it means.
  public struct Entry: Sendable, Hashable {
    /// How it is written.
    public let usage: String
    /// The meaning.
    public let meaning: String

    /// The word it begins with.
    var word: String { String(usage.prefix { $0 != " " }) }
  }

  /// The moves of the user and of the world around the app.
  public static let moves: [Entry] = [
    Entry(usage: "tap NAME", meaning: "a button, tab, row or alert button"),
    Entry(usage: "double tap NAME", meaning: "two taps, with no time between them"),
    Entry(usage: "choose NAME", meaning: "a row of a list"),
    Entry(usage: "press NAME", meaning: "a button of the alert"),
    Entry(usage: "tab NAME", meaning: "a tab of the tab bar"),
    Entry(usage: "type TEXT into NAME", meaning: "replaces what is in a field"),
    Entry(usage: "clear NAME", meaning: "empties a field"),
    Entry(usage: "switch NAME [on|off]", meaning: "turns a switch on, off, or over"),
    Entry(usage: "back", meaning: "the back button"),
    Entry(usage: "swipe back [cancelled]", meaning: "from the edge, all the way or not"),
    Entry(usage: "pull down [cancelled]", meaning: "the sheet, all the way or not"),
    Entry(usage: "begin swipe back", meaning: "the finger stays on the screen"),
    Entry(usage: "begin pull down", meaning: "the finger stays on the screen"),
    Entry(usage: "finish", meaning: "the finger goes all the way"),
    Entry(usage: "cancel", meaning: "the finger lets go too early"),
    Entry(usage: "link URL", meaning: "opens a link from outside the app"),
    Entry(usage: "hold SERVICE", meaning: "its answers wait"),
    Entry(usage: "release SERVICE", meaning: "it answers again, what waits first"),
    Entry(usage: "fail SERVICE", meaning: "its next answer is a failure"),
    Entry(usage: "signal NAME", meaning: "something happens in the background"),
    Entry(usage: "restart", meaning: "saves the app, ends it, and restores it"),
  ]

  /// The words that can stand in front of a move.
  public static let prefixes: [Entry] = [
    Entry(usage: "meanwhile MOVE", meaning: "at once, before the app has settled"),
    Entry(usage: "cannot MOVE", meaning: "the move must be impossible"),
  ]

  /// The expectations; each also with `no` after `expect`.
  public static let expectations: [Entry] = [
    Entry(usage: "expect screen NAME", meaning: "the user looks at it; its name in the tree"),
    Entry(usage: "expect title TEXT", meaning: "of a bar or an alert"),
    Entry(usage: "expect text TEXT", meaning: "somewhere on the screen, also within a longer text"),
    Entry(usage: "expect button NAME [enabled|disabled]", meaning: "a button of any kind"),
    Entry(usage: "expect field NAME [is TEXT|empty]", meaning: "what the user reads in it"),
    Entry(usage: "expect switch NAME [on|off]", meaning: "a switch"),
    Entry(usage: "expect row TEXT", meaning: "a row of a list"),
    Entry(usage: "expect tab NAME [selected]", meaning: "a tab of the tab bar"),
    Entry(usage: "expect back [TEXT]", meaning: "a back button"),
    Entry(usage: "expect alert [TITLE]", meaning: "an alert, in front of everything"),
    Entry(usage: "expect sheet", meaning: "a sheet, in front of everything"),
    Entry(usage: "expect stack NAME...", meaning: "what is in the stack, the root first"),
    Entry(usage: "expect tree", meaning: "the tree; its lines follow, each after a |"),
    Entry(usage: "expect event TEXT", meaning: "it has happened since the last move began"),
    Entry(usage: "expect waiting SERVICE", meaning: "an answer of the held service waits"),
  ]

  /// The lines that are only for the reader.
  public static let remarks: [Entry] = [
    Entry(usage: "story TEXT", meaning: "what the story is called; its first line"),
    Entry(usage: "say TEXT", meaning: "a sentence for the reader of the transcript"),
  ]

  /// Everything.
  public static var all: [Entry] { remarks + moves + prefixes + expectations }
}

/// A word of a line, or a text in quotes.
struct StoryWord: Hashable {
  var text: String
  var isQuoted = false

  /// The word as it was written.
  var source: String { isQuoted ? text.inQuotes : text }

  /// Splits a line into words, without the comment that a `#` at the beginning of a word begins.
  static func words(in line: Substring) throws(StoryFault) -> [StoryWord] {
    var words: [StoryWord] = []
    var rest = line
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let first = rest.first, first != "#" else { return words }
      if let closing = closingQuotes[first] {
        rest = rest.dropFirst()
        words.append(StoryWord(text: try quoted(&rest, until: closing), isQuoted: true))
        if let next = rest.first, !next.isWhitespace {
          throw StoryFault(
            text: "After a text in quotes comes a space.",
            hint: "A quote inside of a text is written \\\".")
        }
      } else {
        let word = rest.prefix { !$0.isWhitespace }
        words.append(StoryWord(text: String(word)))
        rest = rest.dropFirst(word.count)
      }
    }
  }

  private static let closingQuotes: [Character: Character] = ["\"": "\"", "“": "”"]

  private static func quoted(
    _ rest: inout Substring, until closing: Character
  ) throws(StoryFault) -> String {
    var text = ""
    while let character = rest.popFirst() {
      switch character {
      case closing: return text
      case "\\":
        switch rest.popFirst() {
        case "n": text.append("\n")
        case "t": text.append("\t")
        case "\"": text.append("\"")
        case "\\": text.append("\\")
        case let other?:
          throw StoryFault(
            text: "\\\(other) means nothing.", hint: "There are \\\", \\\\, \\n and \\t.")
        case nil: break
        }
      default: text.append(character)
      }
    }
    throw StoryFault(text: "A text in quotes does not end on this line.")
  }
}

extension String {
  /// The text as a story has it: in quotes, so that reading it gives the text again.
  var inQuotes: String {
    var text = ""
    for character in self {
      switch character {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      default: text.append(character)
      }
    }
    return "\"\(text)\""
  }
}

/// The words of a line that have not been read yet.
struct StoryPhrase {
  private(set) var words: ArraySlice<StoryWord>
  /// The name that was read last, if nothing but names was read after it.
  private var lastName: StoryWord?
  /// The words that could have come next, and did not.
  private var missed: [String] = []

  init(_ words: [StoryWord]) {
    self.words = words[...]
  }

  var isEmpty: Bool { words.isEmpty }

  /// The next word, if it is not in quotes.
  var keyword: String? {
    words.first.flatMap { $0.isQuoted ? nil : $0.text }
  }

  /// Reads a word if it comes next.
  mutating func accept(_ keyword: String) -> Bool {
    guard self.keyword == keyword else {
      missed.append(keyword)
      return false
    }
    words.removeFirst()
    lastName = nil
    missed = []
    return true
  }

  /// Reads one of some words if it comes next.
  mutating func accept(oneOf keywords: [String]) -> String? {
    guard let keyword, keywords.contains(keyword) else {
      missed += keywords
      return nil
    }
    return accept(keyword) ? keyword : nil
  }

  /// Reads a word that has to come next.
  mutating func demand(_ keyword: String, after: String) throws(StoryFault) {
    if accept(keyword) { return }
    let between = words.prefix { $0 != StoryWord(text: keyword) }
    let isWholeText = between.count < words.count && between.allSatisfy { !$0.isQuoted }
    throw StoryFault(
      text: "After \(after) comes the word \(keyword.inQuotes)\(butFound).",
      hint: isWholeText ? quotes(around: between) : nil)
  }

  /// Reads a name: a text in quotes, or a single word.
  mutating func name(_ what: String) throws(StoryFault) -> String {
    guard let word = words.popFirst() else { throw StoryFault(text: "Here \(what) is missing.") }
    lastName = word
    missed = []
    return word.text
  }

  /// Reads all words up to the end as names.
  mutating func names(_ what: String) throws(StoryFault) -> [String] {
    var names = [try name(what)]
    while let word = words.popFirst() { names.append(word.text) }
    return names
  }

  /// Reads the end of the line.
  func end() throws(StoryFault) {
    guard let first = words.first else { return }
    let extra = words.map(\.source).joined(separator: " ")
    throw StoryFault(text: "There is something left over: \(extra).", hint: hint(at: first))
  }

  /// A suggestion for a word that is left over.
  private func hint(at first: StoryWord) -> String? {
    if first.isQuoted, missed.contains(first.text) {
      return "The word \(first.text) is written without quotes."
    }
    let question = Suggestion.question(about: first.text, in: missed)
    if words.count == 1, first.text.count > 2, let question { return question }
    let choices = missed.map(\.inQuotes).joined(separator: " or ")
    // A word that can end the line is no part of the name.
    let ending = words.last.map { missed.contains($0.text) } ?? false
    let hints = [
      missed.isEmpty || ending ? nil : "Here comes \(choices), or nothing.",
      first.isQuoted ? nil : quotes(around: ending ? words.dropLast() : words),
    ]
    let given = hints.compactMap { $0 }
    return given.isEmpty ? nil : given.joined(separator: " ")
  }

  /// The advice to put the last name and what follows it into quotes, if that can be meant.
  private func quotes(around words: ArraySlice<StoryWord>) -> String? {
    guard let name = lastName, !name.isQuoted, !words.isEmpty else { return nil }
    let whole = ([name] + words).map(\.text).joined(separator: " ")
    return "A text of several words is put in quotes: \(whole.inQuotes)."
  }

  private var butFound: String {
    words.first.map { ", but here is \($0.source)" } ?? ""
  }
}

/// Finds the candidate that may have been meant.
enum Suggestion {
  /// The candidate that looks most like a word and is another, if one looks like it at all.
  ///
  /// Among equally close candidates, the one with the longest common prefix.
  static func closest(to word: String, in candidates: [String]) -> String? {
    let wanted = word.lowercased()
    let limit = max(1, wanted.count / 3)
    let rated = candidates.filter { $0 != word }
      .map { ($0, distance(wanted, $0.lowercased())) }
    func startLength(_ candidate: String) -> Int {
      zip(wanted, candidate.lowercased()).prefix { $0 == $1 }.count
    }
    return rated.filter { $0.1 <= limit }
      .min { ($0.1, -startLength($0.0)) < ($1.1, -startLength($1.0)) }?.0
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

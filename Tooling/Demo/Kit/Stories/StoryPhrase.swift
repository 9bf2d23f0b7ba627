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

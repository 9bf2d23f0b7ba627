/// The words of a line that have not been read yet.
struct StoryPhrase {
  private(set) var words: ArraySlice<StoryWord>
  /// The name that was read last, if nothing but names was read after it.
  private var lastName: StoryWord?

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
    guard self.keyword == keyword else { return false }
    words.removeFirst()
    lastName = nil
    return true
  }

  /// Reads one of some words if it comes next.
  mutating func accept(oneOf keywords: [String]) -> String? {
    guard let keyword, keywords.contains(keyword) else { return nil }
    return accept(keyword) ? keyword : nil
  }

  /// Reads a word that has to come next.
  mutating func demand(_ keyword: String, after: String) throws(StoryFault) {
    if accept(keyword) { return }
    throw StoryFault(text: "After \(after) comes the word \(keyword.inQuotes)\(butFound).")
  }

  /// Reads a name: a text in quotes, or a single word.
  mutating func name(_ what: String) throws(StoryFault) -> String {
    guard let word = words.popFirst() else { throw StoryFault(text: "Here \(what) is missing.") }
    lastName = word
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
    guard let name = lastName, !name.isQuoted, !first.isQuoted else {
      throw StoryFault(text: "There is something left over: \(extra).")
    }
    let whole = ([name] + words).map(\.text).joined(separator: " ")
    throw StoryFault(
      text: "There is something left over: \(extra).",
      hint: "A text of several words is put in quotes: \(whole.inQuotes).")
  }

  private var butFound: String {
    words.first.map { ", but here is \($0.source)" } ?? ""
  }
}

extension StoryParser {
  static func line(_ content: Substring, number: Int) throws(StoryFault) -> StoryLine {
    let words = try StoryWord.words(in: content)
    var phrase = StoryPhrase(words)
    let isMeanwhile = phrase.accept("meanwhile")
    let command = try command(&phrase, isMeanwhile: isMeanwhile)
    try phrase.end()
    return StoryLine(
      number: number, text: words.map(\.source).joined(separator: " "), command: command,
      isMeanwhile: isMeanwhile)
  }

  private static func command(
    _ phrase: inout StoryPhrase, isMeanwhile: Bool
  ) throws(StoryFault) -> StoryCommand {
    if !isMeanwhile {
      if phrase.accept("say") { return .say(try phrase.name("a sentence in quotes")) }
      if phrase.accept("expect") { return .expect(try expectation(&phrase)) }
    } else if phrase.keyword == "expect" || phrase.keyword == "say" {
      throw .init(
        text: "After \"meanwhile\" comes a move.",
        hint: "What is expected is looked at when the app has settled.")
    }
    if phrase.accept("cannot") { return .cannot(try move(&phrase)) }
    return .move(try move(&phrase))
  }

  /// A fault that says that a word is not known, and what is.
  static func unknown(
    _ phrase: StoryPhrase, _ what: String, among entries: [String]
  ) -> StoryFault {
    guard let word = phrase.words.first else {
      return .init(text: "Here \(what) is missing.", hint: list(entries))
    }
    let candidates = unique(entries)
    let closest = Suggestion.closest(to: word.text, in: candidates)
    return .init(
      text: "\(word.source) is not \(what).",
      hint: closest.map { "Did you mean \($0.inQuotes)?" } ?? list(entries))
  }

  private static func list(_ entries: [String]) -> String {
    "There are: \(unique(entries).joined(separator: ", "))."
  }

  private static func unique(_ entries: [String]) -> [String] {
    var seen: Set<String> = []
    return entries.filter { seen.insert($0).inserted }
  }
}

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
    }
    let isCannot = phrase.accept("cannot")
    if isCannot || isMeanwhile {
      try demandMove(phrase, after: isCannot ? "cannot" : "meanwhile", isMeanwhile: isMeanwhile)
    }
    let move = try move(&phrase)
    return isCannot ? .cannot(move) : .move(move)
  }

  /// Throws if a word follows that is known and yet begins no move.
  private static func demandMove(
    _ phrase: StoryPhrase, after prefix: String, isMeanwhile: Bool
  ) throws(StoryFault) {
    let moves = StoryVocabulary.moves.map(\.word)
    guard let word = phrase.keyword, !moves.contains(word) else {
      if phrase.isEmpty { throw unknown(phrase, "a move", among: moves) }
      return
    }
    let hint: String? =
      switch (prefix, word) {
      case ("cannot", "expect"): "That something is not so is written `expect no …`."
      case ("meanwhile", "expect"): "What is expected is looked at when the app has settled."
      case ("cannot", "meanwhile") where !isMeanwhile: "Both are written `meanwhile cannot …`."
      default: nil
      }
    let known = (StoryVocabulary.remarks + StoryVocabulary.prefixes).map(\.word) + ["expect"]
    guard known.contains(word) else { throw unknown(phrase, "a move", among: moves) }
    throw .init(text: "After \(prefix.inQuotes) comes a move, but here is \(word).", hint: hint)
  }

  /// A fault that names an unknown word and the known ones.
  static func unknown(
    _ phrase: StoryPhrase, _ what: String, among entries: [String]
  ) -> StoryFault {
    guard let word = phrase.words.first else {
      return .init(text: "Here \(what) is missing.", hint: list(entries))
    }
    let candidates = unique(entries)
    if word.isQuoted, candidates.contains(word.text) {
      return .init(
        text: "\(word.source) is not \(what).",
        hint: "The word \(word.text) is written without quotes.")
    }
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

import Foundation

/// Reads a story line by line, and finds everything that is wrong with it.
struct StoryParser {
  let file: String
  private var name: String?
  private var lines: [StoryLine] = []
  private var problems: [StoryProblem] = []
  private var block: Block?

  /// The lines of a tree, which begin with a `|`.
  private struct Block {
    var index: Int
    var lines: [String]
  }

  init(file: String) {
    self.file = file
  }

  mutating func parse(_ text: String) throws(StoryProblems) -> Story {
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, row) in rows.enumerated() { read(row, at: index + 1) }
    endBlock()
    if lines.isEmpty, problems.isEmpty {
      problems.append(
        StoryProblem(file: file, line: max(1, rows.count), text: "The story is empty."))
    }
    if !problems.isEmpty { throw StoryProblems(problems: problems) }
    return Story(name: name ?? Self.name(of: file), file: file, lines: lines)
  }

  /// Reads a single line, as it is typed at the terminal.
  ///
  /// - Returns: The line, or `nil` if there is nothing but a comment.
  static func line(typed text: String) throws(StoryProblem) -> StoryLine? {
    do throws(StoryFault) {
      guard let first = try StoryWord.words(in: Substring(text)).first else { return nil }
      switch first.source {
      case "story": throw StoryFault(text: "A name is given to a story in a file.")
      case let word where word.hasPrefix("|"):
        throw StoryFault(text: "The lines of a tree belong into a file.")
      default: break
      }
      let line = try line(Substring(text), number: 1)
      if case .expect(let expectation) = line.command, case .tree = expectation.subject {
        throw StoryFault(
          text: "A tree has several lines and can be expected in a file alone.",
          hint: "Here is `expect stack NAME...`, and the tree itself is on this page.")
      }
      return line
    } catch {
      throw StoryProblem(file: "", line: 1, text: error.text, hint: error.hint)
    }
  }

  private mutating func read(_ row: Substring, at number: Int) {
    let content = row.drop(while: \.isWhitespace)
    if content.first == "|" {
      readBlock(content.dropFirst(), at: number)
      return
    }
    endBlock()
    do {
      let words = try StoryWord.words(in: content)
      if words.isEmpty { return }
      if words[0] == StoryWord(text: "story") {
        try readName(words, at: number)
      } else {
        let line = try Self.line(content, number: number)
        if case .expect(let expectation) = line.command, case .tree = expectation.subject {
          block = Block(index: lines.count, lines: [])
        }
        lines.append(line)
      }
    } catch {
      problems.append(
        StoryProblem(file: file, line: number, text: error.text, hint: error.hint))
    }
  }

  private mutating func readName(
    _ words: [StoryWord], at number: Int
  ) throws(StoryFault) {
    var phrase = StoryPhrase(words)
    _ = phrase.accept("story")
    let text = try phrase.name("the story's name")
    try phrase.end()
    if name != nil { throw .init(text: "The story has a name already.") }
    if !lines.isEmpty { throw .init(text: "The name stands in front of everything else.") }
    name = text
  }

  private mutating func readBlock(_ content: Substring, at number: Int) {
    guard block != nil else {
      problems.append(
        StoryProblem(
          file: file, line: number, text: "A line with a | belongs below `expect tree`."))
      return
    }
    let line = content.first == " " ? content.dropFirst() : content
    block?.lines.append(String(line).trimmingTrailingSpaces)
  }

  private mutating func endBlock() {
    guard let block else { return }
    self.block = nil
    if block.lines.isEmpty {
      problems.append(
        StoryProblem(
          file: file, line: lines[block.index].number,
          text: "Here the tree is missing.",
          hint: "Write it below, each line after a |."))
    }
    lines[block.index].command = .expect(
      StoryExpectation(.tree(block.lines.joined(separator: "\n"))))
  }

  /// The file's name without its folders and its last extension.
  private static func name(of file: String) -> String {
    let last = file.split(separator: "/").last ?? Substring(file)
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return String(last) }
    return String(last[..<dot])
  }
}

extension String {
  var trimmingTrailingSpaces: String {
    var text = Substring(self)
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}

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

extension StoryParser {
  static func move(_ phrase: inout StoryPhrase) throws(StoryFault) -> StoryMove {
    let start = phrase
    guard let word = phrase.keyword else { throw unknownMove(start) }
    _ = phrase.accept(word)
    // A `switch`, as a table of closures that throw a type of their own needs iOS 18.
    switch word {
    case "tap": return .tap(try phrase.name("what to tap"))
    case "double":
      try phrase.demand("tap", after: "double")
      return .doubleTap(try phrase.name("what to tap"))
    case "choose": return .choose(try phrase.name("the row"))
    case "press": return .press(try phrase.name("the alert's button"))
    case "tab": return .tab(try phrase.name("the tab"))
    case "type":
      let text = try phrase.name("the text to type")
      try phrase.demand("into", after: "the text")
      return .type(text, into: try phrase.name("the field"))
    case "clear": return .type("", into: try phrase.name("the field"))
    case "switch":
      let name = try phrase.name("the switch")
      let state = phrase.accept(oneOf: ["on", "off"])
      return .flip(name, to: state.map { $0 == "on" })
    case "back": return .back
    case "swipe":
      try phrase.demand("back", after: "swipe")
      return .swipeBack(phrase.accept("cancelled") ? .cancelled : .finished)
    case "pull":
      try phrase.demand("down", after: "pull")
      return .pullDown(phrase.accept("cancelled") ? .cancelled : .finished)
    case "begin": return try gestureThatBegins(&phrase)
    case "finish": return .lift(finishing: true)
    case "cancel": return .lift(finishing: false)
    case "link": return try link(&phrase)
    case "hold": return .hold(try phrase.name("the service"))
    case "release": return .release(try phrase.name("the service"))
    case "fail": return .fail(try phrase.name("the service"))
    case "signal": return .signal(try phrase.name("the signal"))
    case "restart": return .restart
    default: throw unknownMove(start)
    }
  }

  private static func gestureThatBegins(
    _ phrase: inout StoryPhrase
  ) throws(StoryFault) -> StoryMove {
    if phrase.accept("swipe") {
      try phrase.demand("back", after: "swipe")
      return .swipeBack(.open)
    }
    guard phrase.accept("pull") else {
      throw unknown(phrase, "a gesture that can begin", among: ["swipe back", "pull down"])
    }
    try phrase.demand("down", after: "pull")
    return .pullDown(.open)
  }

  private static func link(_ phrase: inout StoryPhrase) throws(StoryFault) -> StoryMove {
    let text = try phrase.name("the link")
    guard let url = URL(string: text), url.scheme != nil else {
      throw .init(
        text: "\(text.inQuotes) is not a link.",
        hint: "A link begins with a scheme, like app://settings.")
    }
    return .link(url)
  }

  private static func unknownMove(_ phrase: StoryPhrase) -> StoryFault {
    let known = StoryVocabulary.moves + StoryVocabulary.prefixes
    return unknown(phrase, "a move", among: known.map(\.word) + ["expect", "say"])
  }
}

extension StoryParser {
  static func expectation(
    _ phrase: inout StoryPhrase
  ) throws(StoryFault) -> StoryExpectation {
    let isNegated = phrase.accept("no")
    let start = phrase
    let words = StoryVocabulary.expectations.map { entry in
      String(entry.usage.split(separator: " ")[1])
    }
    guard let word = phrase.accept(oneOf: words) else {
      throw unknown(start, "something to expect", among: words + (isNegated ? [] : ["no"]))
    }
    let subject = try subject(word, &phrase)
    if isNegated, case .tree = subject {
      throw .init(text: "The opposite of a tree cannot be expected.")
    }
    return StoryExpectation(subject, isNegated: isNegated)
  }

  private static func subject(
    _ word: String, _ phrase: inout StoryPhrase
  ) throws(StoryFault) -> StoryExpectation.Subject {
    switch word {
    case "screen": return .screen(try phrase.name("the screen's name"))
    case "title": return .title(try phrase.name("the title"))
    case "text": return .text(try phrase.name("the text"))
    case "button":
      let name = try phrase.name("the button")
      let state = phrase.accept(oneOf: ["enabled", "disabled"])
      return .button(name, isEnabled: state.map { $0 == "enabled" })
    case "field":
      let name = try phrase.name("the field")
      if phrase.accept("empty") { return .field(name, text: "") }
      return .field(name, text: phrase.accept("is") ? try phrase.name("the field's text") : nil)
    case "switch":
      let name = try phrase.name("the switch")
      let state = phrase.accept(oneOf: ["on", "off"])
      return .toggle(name, isOn: state.map { $0 == "on" })
    case "row": return .row(try phrase.name("the row"))
    case "tab":
      return .tab(try phrase.name("the tab"), isSelected: phrase.accept("selected"))
    case "back": return .back(phrase.isEmpty ? nil : try phrase.name("the button's text"))
    case "alert": return .alert(phrase.isEmpty ? nil : try phrase.name("the alert's title"))
    case "sheet": return .sheet
    case "stack": return .stack(try phrase.names("what is in the stack"))
    case "event": return .event(try phrase.name("what has happened"))
    case "waiting": return .waiting(try phrase.name("the service"))
    default: return .tree("")
    }
  }
}

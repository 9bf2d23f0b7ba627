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

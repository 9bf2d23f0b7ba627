import NavigationRuntime

extension DemoSession {
  /// Handles a key while a command is being entered.
  func command(_ key: TerminalKey, _ text: String) async {
    switch key {
    case .enter:
      mode = .looking
      let command = text.trimmingTrailingSpaces
      guard !command.isEmpty else { return }
      history.append(command)
      historyIndex = history.count
      await perform(command)
    case .up: recall(-1)
    case .down: recall(1)
    case .backspace where text.isEmpty: mode = .looking
    default: write(key, text) { mode = .command($0) }
    }
  }

  /// Handles a key while text is typed into a field.
  func fill(_ key: TerminalKey, _ name: String, _ text: String, _ isSecret: Bool) async {
    switch key {
    case .enter, .tab, .down:
      mode = .looking
      guard let index = focusedElement else { return }
      let shown = isSecret ? String(repeating: "•", count: text.count) : text
      await touch("type \(shown.inQuotes) into \(name.inQuotes)") {
        try $0.userDidType(text, intoElementAt: index)
      }
      moveFocus(by: 1)
    default:
      write(key, text) { mode = .field(name: name, text: $0, isSecret: isSecret) }
    }
  }

  /// Writes at the end, deletes there, or stops.
  private func write(_ key: TerminalKey, _ text: String, _ update: (String) -> Void) {
    switch key {
    case .text(let more): update(text + more)
    case .backspace: update(String(text.dropLast()))
    case .escape:
      mode = .looking
      say("")
    case .endOfInput: isOver = true
    default: break
    }
  }

  private func recall(_ step: Int) {
    historyIndex = min(max(0, historyIndex + step), history.count)
    mode = .command(historyIndex < history.count ? history[historyIndex] : "")
  }

  /// Performs a command: a line of a story, or a word for the terminal alone.
  func perform(_ command: String) async {
    switch command {
    case "q", "quit", "exit":
      isOver = true
      return
    case "?", "help":
      mode = .help
      return
    default: break
    }
    do {
      guard let line = try StoryParser.line(typed: command) else { return }
      if case .say(let text) = line.command { say(text) } else { say(line.text) }
      let step = await player.perform(line, of: "")
      if let failure = step.failure {
        say(Self.text(of: failure, line.command), isAlarm: true)
      } else if case .expect = line.command {
        say("True: \(line.text)")
      }
    } catch {
      say(error.message, isAlarm: true)
    }
  }

  private static func text(of failure: StoryFailure, _ command: StoryCommand) -> String {
    let hint = failure.hint.map { " – \($0)" } ?? ""
    // The app's own words say enough.
    if case .move(.link) = command { return failure.found.onOneRow + hint }
    return "Expected \(failure.expected), found \(failure.found)".onOneRow + hint
  }

  /// The text of the help page.
  var help: [String] {
    let keys = [
      "Keys", "  ↑ ↓ Tab     choose what to use        Enter Space  use it",
      "  letters     type into a field         Esc          back",
      "  :           write a command           q Ctrl-C     quit",
      "  with a finger on the screen: Enter finishes, Esc cancels", "",
      "Commands, the words of a story (Docs/Stories.md)",
    ]
    let words =
      StoryVocabulary.moves.map(\.usage)
      + ["expect …", "help", "quit"]
    let half = (words.count + 2) / 3
    let rows = (0..<half).map { row in
      stride(from: row, to: words.count, by: half)
        .map { DisplayWidth.pad(words[$0], to: 25) }.joined(separator: " ")
    }
    let names = [
      "  Services    \(app.services.names.joined(separator: ", "))",
      "  Signals     \(app.services.signals.joined(separator: ", "))",
    ]
    return keys + rows.map { "  \($0)".trimmingTrailingSpaces } + [""] + names
  }
}

extension String {
  fileprivate var onOneRow: String {
    split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
      .joined(separator: " · ")
  }
}

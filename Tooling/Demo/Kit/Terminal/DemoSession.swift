import NavigationRuntime

/// A session at the terminal: performs keys on an app, and supplies the page to show.
@MainActor
public final class DemoSession {
  /// The current use of the keys.
  enum Mode: Equatable {
    /// For moving around and using the screen.
    case looking
    /// For writing a command.
    case command(String)
    /// For writing into the field with this name.
    case field(name: String, text: String, isSecret: Bool)
    /// For leaving the page that explains everything.
    case help
  }

  /// Whether the person has quit.
  public internal(set) var isOver = false
  /// Called when there is something new to see.
  public var onChange: (() -> Void)?

  let player: StoryPlayer
  var mode = Mode.looking
  var message: String
  var isAlarm = false
  var history: [String] = []
  var historyIndex = 0
  private var focus: Int?
  private var focusedLeaf: NavigationNodeID?

  /// Makes a session with an app that has started.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - welcome: The first message.
  public convenience init(
    _ app: any DemoApplication,
    welcome: String = "What you see is an app; use it, or type : and a command."
  ) {
    self.init(StoryPlayer(app), welcome: welcome)
  }

  /// Makes a session with the player of an app that has started.
  ///
  /// - Parameters:
  ///   - player: The player.
  ///   - welcome: The first message.
  ///   - isAlarm: Whether the message reports a problem.
  public init(_ player: StoryPlayer, welcome: String, isAlarm: Bool = false) {
    self.player = player
    self.isAlarm = isAlarm
    message = welcome
    app.events.onEvent = { [weak self] _ in self?.onChange?() }
  }

  var app: any DemoApplication { player.app }

  /// The page to show now.
  public var content: PageContent {
    var content = PageContent(app, message: message)
    content.isAlarm = isAlarm
    content.finger = player.finger?.name
    content.focus = content.finger == nil ? focusedElement : nil
    switch mode {
    case .looking: break
    case .command(let text): content.footer = .input(prompt: ": ", text: text)
    case .field(let name, let text, let isSecret):
      let shown = isSecret ? String(repeating: "•", count: text.count) : text
      content.footer = .input(prompt: "\(name): ", text: shown)
    case .help: content.help = help
    }
    return content
  }

  /// Performs a key, and waits until the app has settled.
  public func press(_ key: TerminalKey) async {
    switch mode {
    case .looking: await look(key)
    case .command(let text): await command(key, text)
    case .field(let name, let text, let isSecret): await fill(key, name, text, isSecret)
    case .help:
      mode = .looking
      if key == .endOfInput { isOver = true }
    }
    onChange?()
  }

  /// The index of the element that the next key uses: the same while the screen is the same, else
  /// the first usable element of the content.
  var focusedElement: Int? {
    let content = ScreenContent(app.window)
    let usable = content.usable
    let leaf = app.store.tree.visibleLeaf.id
    if focusedLeaf == leaf, let focus, usable.contains(focus) { return focus }
    return usable.first { content.body.contains($0) } ?? usable.first
  }

  func setFocus(_ index: Int?) {
    focus = index
    focusedLeaf = app.store.tree.visibleLeaf.id
  }

  /// Moves the focus to the next or the previous usable element.
  func moveFocus(by step: Int) {
    let usable = ScreenContent(app.window).usable
    guard !usable.isEmpty else { return setFocus(nil) }
    let position = focusedElement.flatMap { usable.firstIndex(of: $0) } ?? 0
    setFocus(usable[(position + step + usable.count) % usable.count])
  }

  /// Shows the result of an action.
  func say(_ text: String, isAlarm: Bool = false) {
    message = text
    self.isAlarm = isAlarm
  }
}

extension DemoSession {
  /// Handles a key while no text is being entered.
  func look(_ key: TerminalKey) async {
    if player.finger != nil, await hold(key) { return }
    switch key {
    case .up, .left, .backTab: moveFocus(by: -1)
    case .down, .right, .tab: moveFocus(by: 1)
    case .enter: await useFocused()
    case .escape, .backspace: await leave()
    case .text(let text): await look(text)
    case .endOfInput: isOver = true
    case .home, .end, .interrupt, .redraw: break
    }
  }

  /// Handles a key while a finger is on the screen.
  ///
  /// - Returns: `false` if the key has its usual meaning.
  private func hold(_ key: TerminalKey) async -> Bool {
    switch key {
    case .enter, .text(" "): await perform("finish")
    case .escape, .backspace: await perform("cancel")
    case .text(":"), .text("?"), .text("q"): return false
    case .text, .up, .down, .left, .right, .tab, .backTab:
      say("A finger is on the screen; Enter lets it finish, Esc cancels.", isAlarm: true)
    default: return false
    }
    return true
  }

  private func look(_ text: String) async {
    if text == ":" {
      mode = .command("")
    } else if let index = focusedElement, element(index)?.kind == .textField {
      beginTyping(at: index, adding: text)
    } else if text == " " {
      await useFocused()
    } else if text == "?" {
      mode = .help
    } else if text == "q" {
      isOver = true
    } else {
      say("\(text.inQuotes) does nothing here; ? explains the keys.", isAlarm: true)
    }
  }

  /// Goes back, or pulls the sheet down.
  private func leave() async {
    if app.window.visibleElements.contains(where: { $0.kind == .backButton }) {
      await perform("back")
    } else if app.window.presentation == .sheet {
      await perform("pull down")
    } else {
      say("There is nowhere to go back to from here.", isAlarm: true)
    }
  }

  private func element(_ index: Int) -> DemoElement? {
    let elements = app.window.visibleElements
    return elements.indices.contains(index) ? elements[index] : nil
  }

  /// Uses the element that has the focus, by its index, so that equal names are not ambiguous.
  private func useFocused() async {
    guard let index = focusedElement, let element = element(index) else {
      return say("There is nothing to use on this screen.", isAlarm: true)
    }
    switch element.kind {
    case .textField: beginTyping(at: index, adding: "")
    case .toggle:
      await touch("switch \(element.name.inQuotes) \(element.isSelected ? "off" : "on")") {
        try $0.userDidSwitch(elementAt: index)
      }
    default:
      await touch("\(element.kind.verb) \(element.name.inQuotes)") {
        try $0.userDidTap(elementAt: index)
      }
    }
  }

  private func beginTyping(at index: Int, adding text: String) {
    guard let element = element(index) else { return }
    setFocus(index)
    let present = element.isPlaceholder || element.isSecure ? "" : element.text
    mode = .field(name: element.name, text: present + text, isSecret: element.isSecure)
    say("Enter puts the text into the field, Esc leaves the field as it is.")
  }

  /// Performs a move, reports it in the words of a story, and waits.
  func touch(_ words: String, _ action: (DemoWindow) throws -> Void) async {
    do {
      say(words)
      player.beginMove()
      if let trace = app.context.trace {
        try trace.user(words) { try action(app.window) }
      } else {
        try action(app.window)
      }
      onChange?()
      await app.settled()
    } catch {
      say((error as? DemoTouchError)?.text ?? "\(error)", isAlarm: true)
    }
  }
}

extension DemoElement.Kind {
  /// The word with which a story uses an element of this kind.
  fileprivate var verb: String {
    switch self {
    case .row: "choose"
    case .tab: "tab"
    case .alertButton: "press"
    default: "tap"
    }
  }
}

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
    case "anew":
      player.startAnew()
      await app.settled()
      return say("The app begins again.")
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
      + ["expect …", "anew", "help", "quit"]
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

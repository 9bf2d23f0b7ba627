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

  let app: any DemoApplication
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
  public init(
    _ app: any DemoApplication,
    welcome: String = "What you see is an app; use it, or type : and a command."
  ) {
    self.app = app
    message = welcome
    player = StoryPlayer(app)
    app.events.onEvent = { [weak self] _ in self?.onChange?() }
  }

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

import NavigationRuntime

/// Everything that the terminal shows at a moment.
@MainActor
public struct PageContent {
  /// What the lowest rows are for.
  public enum Footer: Sendable, Hashable {
    /// Which keys there are.
    case keys
    /// A line is being typed.
    case input(prompt: String, text: String)
  }

  /// What the app is called.
  public var name: String
  /// What is on its screen.
  public var screen: ScreenContent
  /// What has the focus.
  public var focus: Int?
  /// The tree.
  public var tree: NavigationTree
  /// What has happened, the newest last.
  public var events: [DemoEvent]
  /// What the app or its services wait for.
  public var waiting: [String]
  /// The gesture of the finger that is on the screen, if one is.
  public var finger: String?
  /// What became of the last thing the person did.
  public var message: String
  /// Whether the message says that something went wrong.
  public var isAlarm = false
  /// What the lowest rows are for.
  public var footer: Footer
  /// What is shown in place of everything else, if anything.
  public var help: [String]?

  /// Reads what an app shows.
  public init(_ app: any DemoApplication, message: String = "", footer: Footer = .keys) {
    name = app.name
    screen = ScreenContent(app.window)
    tree = app.store.tree
    events = app.events.events
    waiting = app.services.held.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
    self.message = message
    self.footer = footer
  }
}

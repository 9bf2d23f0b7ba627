import NavigationRuntime

/// The content of the terminal at a moment.
@MainActor
public struct PageContent {
  /// The use of the lowest rows.
  public enum Footer: Sendable, Hashable {
    /// Which keys there are.
    case keys
    /// A line is being typed.
    case input(prompt: String, text: String)
  }

  /// The name of the app.
  public var name: String
  /// The content of its screen.
  public var screen: ScreenContent
  /// The element that has the focus.
  public var focus: Int?
  /// The tree.
  public var tree: NavigationTree
  /// The events, the newest last.
  public var events: [DemoEvent]
  /// The things that the app or its services wait for.
  public var waiting: [String]
  /// The gesture of the finger that is on the screen, if one is.
  public var finger: String?
  /// The result of the person's last action.
  public var message: String
  /// Whether the message says that something went wrong.
  public var isAlarm = false
  /// The use of the lowest rows.
  public var footer: Footer
  /// The text that replaces everything else, if any.
  public var help: [String]?

  /// Reads the content of an app.
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

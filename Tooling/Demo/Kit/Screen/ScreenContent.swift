import NavigationRuntime

/// The content of an app's screen, ready to be drawn.
@MainActor
public struct ScreenContent {
  /// The visible elements, from the top.
  public let elements: [DemoElement]
  /// How it covers the rest of the screen.
  public let presentation: DemoPresentation

  /// Reads the content of a window.
  public init(_ window: DemoWindow) {
    elements = window.visibleElements
    presentation = window.presentation
  }

  /// The indices of the elements that a person can use, from the top.
  public var usable: [Int] {
    elements.indices.filter { elements[$0].isEnabled && elements[$0].kind.isUsable }
  }

  /// The elements of the bars at the top, bar by bar.
  var bars: [Range<Int>] {
    var bars: [Range<Int>] = []
    var start = elements.startIndex
    var hasTitle = false
    for index in elements.indices.prefix(while: { elements[$0].kind.isInBar }) {
      let kind = elements[index].kind
      let beginsBar = kind == .backButton || (kind == .title && hasTitle)
      if beginsBar, index > start {
        bars.append(start..<index)
        start = index
        hasTitle = false
      }
      if kind == .title { hasTitle = true }
    }
    let end = elements.firstIndex { !$0.kind.isInBar } ?? elements.endIndex
    if start < end { bars.append(start..<end) }
    return presentation == .alert ? [] : bars
  }

  /// The tabs at the bottom.
  var tabs: Range<Int> {
    let count = elements.reversed().prefix { $0.kind == .tab }.count
    return (elements.endIndex - count)..<elements.endIndex
  }

  /// The elements between the bars and the tabs.
  var body: Range<Int> { (bars.last?.upperBound ?? 0)..<tabs.lowerBound }
}

extension DemoElement.Kind {
  var isInBar: Bool { self == .title || self == .backButton || self == .barButton }

  var isUsable: Bool { self != .title && self != .label }
}

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

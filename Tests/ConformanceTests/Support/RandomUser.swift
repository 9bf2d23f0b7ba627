import DemoKit
import TestSupport

/// A user with random moves, and the world around the app.
///
/// Every move is a line of a story, so that a failure can be replayed with the demo.
@MainActor
struct RandomUser {
  private var random: SeededGenerator
  private var hasFingerOnScreen = false
  /// Whether news may wait for the dashboard.
  ///
  /// If so, no link is opened at the moment the dashboard returns: their order is the app's choice.
  private var newsMayWait = false
  private var linkMayWait = false
  /// Whether taps on the dashboard wait for the answer about a permission.
  ///
  /// If so, no link is opened: which of them comes first is the app's choice, too.
  private var tapsMayWait = false

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Returns the next move: one line, or several with no time between them.
  mutating func next(seeing app: any DemoApplication) -> [String] {
    let moves = makeNext(seeing: app)
    if moves.contains(where: { $0.contains("signal news") }) { newsMayWait = true }
    linkMayWait = hasFingerOnScreen && (linkMayWait || moves.contains { $0.contains("link") })
    return moves
  }

  private mutating func makeNext(seeing app: any DemoApplication) -> [String] {
    let permissions = app.services.held["permission"]
    tapsMayWait = permissions != nil
    if permissions ?? 0 == 0,
      ["News", "Login", "Home"].contains(app.store.tree.visibleLeaf.name)
    {
      newsMayWait = false
    }
    if hasFingerOnScreen {
      if random.happens(percent: 40) { return [somethingOutside()] }
      hasFingerOnScreen = false
      return [random.happens(percent: 50) ? "finish" : "cancel"]
    }
    if random.happens(percent: 12) { return [somethingOutside()] }
    let move = somethingOnScreen(app)
    // During a login or a logout, the recipients of an event are the app's choice.
    let isInside = app.store.tree.visiblePath.contains { $0.name == "Main" }
    let staysInside = isInside && !move.contains { $0.contains("Log out") }
    if !hasFingerOnScreen, staysInside, random.happens(percent: 15) {
      // No service: the order of its call and the event depends on the app's internals.
      guard !move.contains(where: { $0.contains("Save") }) else { return move }
      let isSignal = random.happens(percent: 50) || newsMayWait || tapsMayWait
      return move + ["meanwhile \(isSignal ? signal() : link())"]
    }
    return move
  }

  /// Lifts the finger, if it is on the screen.
  mutating func rest() -> [String] {
    defer { hasFingerOnScreen = false }
    return hasFingerOnScreen ? ["cancel"] : []
  }

  /// Returns an event that can happen on any screen.
  private mutating func somethingOutside() -> String {
    let service = pick(["session", "login", "register", "reset", "permission", "profile"])
    switch random.next(below: 20) {
    case 0..<3: return linkMayWait ? "release \(service)" : "hold \(service)"
    case 3..<9: return "release \(service)"
    case 9: return "fail \(service)"
    case 10..<15: return signal()
    case _ where tapsMayWait || (newsMayWait && hasFingerOnScreen): return "release \(service)"
    default: return link()
    }
  }

  private mutating func signal() -> String {
    if linkMayWait { return "release permission" }
    switch random.next(below: 12) {
    case 0: return "signal expire"
    case 1: return "signal restart"
    default: return "signal news"
    }
  }

  private mutating func link() -> String {
    "link \"https://demo.example/\(pick(Self.links))\""
  }

  private mutating func somethingOnScreen(_ app: any DemoApplication) -> [String] {
    let name = app.store.tree.visibleLeaf.name
    if name == "Login", random.happens(percent: 50) { return Self.login }
    switch random.next(below: 10) {
    case 0: return ["back"]
    case 1: return ["swipe back" + (random.happens(percent: 50) ? " cancelled" : "")]
    case 2: return begin("begin swipe back", app)
    case 3: return begin("begin pull down", app)
    case 4: return ["pull down" + (random.happens(percent: 50) ? " cancelled" : "")]
    default: return use(app)
    }
  }

  private mutating func begin(_ gesture: String, _ app: any DemoApplication) -> [String] {
    let canSwipe = app.window.visibleElements.contains { $0.kind == .backButton }
    let canPull = !app.store.tree.modalChain.isEmpty && app.window.presentation == .sheet
    guard gesture == "begin pull down" ? canPull : canSwipe else { return use(app) }
    hasFingerOnScreen = true
    return [gesture]
  }

  /// Uses an element that the user sees.
  private mutating func use(_ app: any DemoApplication) -> [String] {
    let usable = app.window.visibleElements.filter {
      $0.isEnabled && ![.label, .title, .backButton].contains($0.kind)
    }
    guard !usable.isEmpty else { return ["back"] }
    let element = usable[random.next(below: usable.count)]
    switch element.kind {
    case .textField:
      return ["type \"\(pick(Self.texts))\" into \"\(element.identifier ?? "")\""]
    case .toggle: return ["switch \"\(element.identifier ?? "")\""]
    case .tab: return ["tab \"\(element.text)\""]
    case .row: return ["choose \"\(element.text)\""]
    default:
      // Frequent logouts would keep the user out of the app.
      if element.text == "Log out", random.happens(percent: 70) { return ["tab \"Dashboard\""] }
      // On the letters, a second tap would hit the next letter's button of the same name.
      let isLetter = app.store.tree.modalChain.last?.name == "Letters"
      let verb = !isLetter && random.happens(percent: 15) ? "double tap" : "tap"
      return ["\(verb) \"\(element.text)\""]
    }
  }

  private mutating func pick(_ texts: [String]) -> String { texts[random.next(below: texts.count)] }

  private static let texts = ["", "Lee", "Kay", "lee@example.com", "kim@example.com", "secret"]

  private static let links = [
    "dashboard", "features/scanner", "features/tracker", "features/sync", "letters/A", "letters/C",
    "letters/E", "settings", "settings/profile", "settings/notifications", "settings/about",
    "nowhere",
  ]

  private static let login = [
    "type \"kim@example.com\" into \"Email\"", "type \"secret\" into \"Password\"",
    "tap \"Log in\"",
  ]
}

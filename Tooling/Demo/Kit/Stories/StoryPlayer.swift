import Foundation
import NavigationRuntime

/// Plays stories on an app: uses the screen like a person, and checks the expectations.
///
/// Before each line it waits until the app has settled, except before those that begin with
/// `meanwhile`. The first line that does not hold ends a story.
@MainActor
public final class StoryPlayer {
  /// A finger that is on the screen.
  struct Finger {
    var gesture: DemoGesture
    /// The gesture as a story calls it.
    var name: String
  }

  /// The app; after the move `restart` another one.
  public private(set) var app: any DemoApplication
  /// Called when there is another app, before its start.
  var onNewApp: (() -> Void)?
  /// The finger that is on the screen, if one is.
  var finger: Finger?

  /// The last event before the newest move that was not made in the meantime.
  private(set) var lastEventBeforeMove = 0
  private var lastEventOfStep = 0
  /// The traces of the apps before this one, oldest first.
  private var earlierTraces: [NavigationTrace] = []

  /// Makes a player for an app that has started.
  public init(_ app: any DemoApplication) {
    self.app = app
  }

  /// The trace of the app and of those before it as one file; empty if none runs.
  var trace: Data {
    let traces = earlierTraces + [app.context.trace].compactMap(\.self)
    guard var archive = traces.first?.archive else { return Data() }
    for trace in traces.dropFirst() { archive.append(trace.archive) }
    return Data(archive.jsonLines.utf8)
  }

  /// Plays a story from here to its end, or to the first line that does not hold.
  ///
  /// - Parameters:
  ///   - story: The story.
  ///   - onStep: Called with the result of each line.
  /// - Returns: The result of the story.
  public func play(
    _ story: Story, onStep: (StoryStep) -> Void = { _ in }
  ) async -> StoryResult {
    var result = StoryResult()
    await app.settled()
    for (index, line) in story.lines.enumerated() {
      let next = index + 1 < story.lines.count ? story.lines[index + 1] : nil
      let step = await perform(
        line, of: story.file, settling: !(next?.isMeanwhile ?? false))
      result.count(step)
      onStep(step)
      if step.failure != nil { break }
    }
    await app.settled()
    return result
  }

  /// Performs a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - file: Where it is from; a failure names it.
  ///   - settling: Whether to wait afterwards until the app has settled.
  /// - Returns: The result of the line.
  @discardableResult
  public func perform(
    _ line: StoryLine, of file: String, settling: Bool = true
  ) async -> StoryStep {
    var failure: StoryFailure?
    do {
      try carryOut(line)
    } catch {
      failure = StoryFailure(
        file: file, line: line.number, text: line.text, expected: error.expected,
        found: error.found, hint: error.hint)
    }
    let waiting = settling ? await app.settled() : []
    return step(line, waiting: waiting.map(\.description), failure: failure)
  }

  private func carryOut(_ line: StoryLine) throws(StoryMiss) {
    switch line.command {
    case .move(let move):
      if !line.isMeanwhile { beginMove() }
      try make(move, as: line.text)
    case .cannot(let move):
      do {
        try make(move)
      } catch {
        return
      }
      throw StoryMiss("that this cannot be done", found: "that it was done")
    case .expect(let expectation): try check(expectation)
    case .say: break
    }
  }

  /// Makes a move, as the cause of what follows in the trace, if one runs.
  private func make(_ move: StoryMove, as text: String) throws(StoryMiss) {
    guard let trace = app.context.trace else { return try make(move) }
    var miss: StoryMiss?
    try? trace.user(text) {
      do throws(StoryMiss) {
        try make(move)
      } catch {
        miss = error
        throw error
      }
    }
    if let miss { throw miss }
  }

  /// Records the beginning of a move: later events are new.
  func beginMove() {
    lastEventBeforeMove = app.events.lastNumber
  }

  private func step(
    _ line: StoryLine, waiting: [String], failure: StoryFailure?
  ) -> StoryStep {
    let events = app.events.events.filter { $0.number > lastEventOfStep }
    lastEventOfStep = app.events.lastNumber
    return StoryStep(
      line: line, events: events, screen: app.store.tree.visibleLeaf.name,
      tree: app.store.tree.description, elements: app.window.visibleElements.map(\.line),
      waiting: waiting, finger: finger?.name, failure: failure)
  }
}

extension StoryPlayer {
  /// Makes a move, or throws why it cannot be made.
  func make(_ move: StoryMove) throws(StoryMiss) {
    if move.needsFinger { try demandFreeFinger() }
    switch move {
    case .tap(let name): try tap(name, "something to tap called", Self.tappable)
    case .doubleTap(let name):
      try tap(name, "something to tap called", Self.tappable)
      // The second tap hits the element that has the name now, which usually does not exist any
      // more.
      try? tap(name, "something to tap called", Self.tappable)
    case .choose(let name): try tap(name, "the row", [.row])
    case .press(let name): try tap(name, "the alert's button", [.alertButton])
    case .tab(let name): try tap(name, "the tab", [.tab])
    case .type(let text, let name):
      let index = try find(name, "the field", [.textField])
      try touch { try self.app.window.userDidType(text, intoElementAt: index) }
    case .flip(let name, let isOn): try flip(name, to: isOn)
    case .back: try goBack()
    case .swipeBack(let end): try swipeBack(end)
    case .pullDown(let end): try pullDown(end)
    case .lift(let finishing): try lift(finishing: finishing)
    case .link(let url):
      if case .refused(let reason) = app.open(url) {
        throw StoryMiss("that the app opens \(url.absoluteString)", found: reason)
      }
    case .hold(let name): try service(name).hold(name)
    case .release(let name): try service(name).release(name)
    case .fail(let name): try service(name).fail(name)
    case .signal(let name):
      guard app.services.signals.contains(name) else {
        throw unknown(name, "the signal", among: app.services.signals)
      }
      app.services.signal(name)
    case .restart: try restart()
    }
  }

  static let tappable: Set<DemoElement.Kind> = [
    .button, .barButton, .backButton, .tab, .row, .alertButton,
  ]

  private func tap(
    _ name: String, _ what: String, _ kinds: Set<DemoElement.Kind>
  ) throws(StoryMiss) {
    let index = try find(name, what, kinds)
    try touch { try self.app.window.userDidTap(elementAt: index) }
  }

  private func flip(_ name: String, to isOn: Bool?) throws(StoryMiss) {
    let index = try find(name, "the switch", [.toggle])
    if let isOn, app.window.visibleElements[index].isSelected == isOn {
      throw StoryMiss(
        "the switch \(name.inQuotes) to be turned \(isOn ? "on" : "off")",
        found: "that it is \(isOn ? "on" : "off") already")
    }
    try touch { try self.app.window.userDidSwitch(elementAt: index) }
  }

  private func goBack() throws(StoryMiss) {
    let elements = app.window.visibleElements
    guard let index = elements.lastIndex(where: { $0.kind == .backButton }) else {
      throw StoryMiss("a back button", found: whatCanBeTapped(Self.tappable))
    }
    try touch { try self.app.window.userDidTap(elementAt: index) }
  }

  func service(_ name: String) throws(StoryMiss) -> any DemoServices {
    guard app.services.names.contains(name) else {
      throw unknown(name, "the service", among: app.services.names)
    }
    return app.services
  }

  private func unknown(_ name: String, _ what: String, among names: [String]) -> StoryMiss {
    StoryMiss(
      "\(what) \(name.inQuotes)",
      found: names.isEmpty ? "none" : names.map(\.inQuotes).joined(separator: ", "),
      hint: Suggestion.question(about: name, in: names))
  }

  private func touch(_ action: () throws -> Void) throws(StoryMiss) {
    do {
      try action()
    } catch {
      throw StoryMiss("that the screen takes a touch", found: "\(error)")
    }
  }
}

extension StoryPlayer {
  /// Continues with the app's successor, which keeps nothing.
  func startAnew() {
    app.context.trace?.note("anew")
    let next = app.successor()
    end(with: next)
    next.start()
  }

  /// Continues with the app's successor, which starts from the archive.
  private func restart() throws(StoryMiss) {
    let next = app.successor()
    do {
      let archive = try app.archive()
      end(with: next)
      try next.start(from: archive)
    } catch {
      throw StoryMiss("that the app can be saved and restored", found: "\(error)")
    }
  }

  /// Ends the app, and takes its successor over, whose events count from 1 again.
  private func end(with next: any DemoApplication) {
    next.events.onEvent = app.events.onEvent
    if let trace = app.context.trace, app.context !== next.context {
      earlierTraces.append(trace)
      next.context.startTrace(trace.options)
    }
    app.stop()
    app = next
    finger = nil
    lastEventBeforeMove = 0
    lastEventOfStep = 0
    onNewApp?()
  }

  func swipeBack(_ end: StoryMove.GestureEnd) throws(StoryMiss) {
    let stacks = app.window.visiblePath.reversed().compactMap { $0 as? DemoNavigationController }
    for stack in stacks {
      guard let gesture = stack.userDidBeginEdgeSwipe() else { continue }
      lead(gesture, "swipe back", end)
      return
    }
    throw StoryMiss("a screen that can be swiped back", found: whatIsThere())
  }

  func pullDown(_ end: StoryMove.GestureEnd) throws(StoryMiss) {
    guard let gesture = app.window.visiblePath.last?.userDidBeginPullDown() else {
      throw StoryMiss("a sheet that can be pulled down", found: whatIsThere())
    }
    lead(gesture, "pull down", end)
  }

  func lift(finishing: Bool) throws(StoryMiss) {
    guard let gesture = finger?.gesture else {
      throw StoryMiss(
        "a finger on the screen", found: "none",
        hint: "A line like `begin swipe back` comes before.")
    }
    finger = nil
    // The app may have ended the gesture, by leaving the screen for example.
    if finishing { gesture.finish() } else { gesture.cancel() }
  }

  private func lead(_ gesture: DemoGesture, _ name: String, _ end: StoryMove.GestureEnd) {
    switch end {
    case .finished: gesture.finish()
    case .cancelled: gesture.cancel()
    case .open: finger = Finger(gesture: gesture, name: name)
    }
  }

  func demandFreeFinger() throws(StoryMiss) {
    guard let finger else { return }
    throw StoryMiss(
      "a free finger", found: "one on the screen, which began to \(finger.name)",
      hint: "`finish` or `cancel` lifts it.")
  }
}

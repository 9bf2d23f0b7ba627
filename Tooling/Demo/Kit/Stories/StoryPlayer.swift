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

  let app: any DemoApplication
  /// The finger that is on the screen, if one is.
  var finger: Finger?

  /// The last event before the newest move that was not made in the meantime.
  private(set) var lastEventBeforeMove = 0
  private var lastEventOfStep = 0

  /// Makes a player for an app that has started.
  public init(_ app: any DemoApplication) {
    self.app = app
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
      try make(move)
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

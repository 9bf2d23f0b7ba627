import Foundation
import InspectorClient
import NavigationRuntime

/// Connects the app of a player with the Inspector, and those that follow it after a restart.
@MainActor
final class DemoInspection {
  private let player: StoryPlayer
  private let address: URL
  private var connection: InspectorConnection?
  private var endings: [Task<String?, Never>] = []

  /// Connects the app, whose trace has started.
  init(of player: StoryPlayer, at address: URL) {
    self.player = player
    self.address = address
    player.onNewApp = { [weak self] in self?.connect() }
    connect()
  }

  /// Sends what there is.
  ///
  /// - Returns: Why that was not possible, in words.
  func send() async -> String? {
    guard let connection else { return nil }
    return await connection.flush() ? nil : connection.problem
  }

  /// Sends the rest.
  ///
  /// - Returns: Why the Inspector does not have everything, in words.
  func end() async -> String? {
    player.onNewApp = nil
    endConnection()
    var problem: String?
    for ending in endings { problem = await ending.value ?? problem }
    return problem
  }

  private func connect() {
    endConnection()
    guard let trace = player.app.context.trace else { return }
    let verbs = Set((StoryVocabulary.moves + StoryVocabulary.prefixes).map(\.word) + ["settled"])
    connection = InspectorConnection(
      of: trace, named: "navigation-demo (\(player.app.name))", to: address,
      commands: verbs.sorted()
    ) { [weak player] command in
      guard let player else { return "" }
      return try await player.answer(to: command)
    }
  }

  private func endConnection() {
    guard let connection else { return }
    self.connection = nil
    endings.append(Task { await connection.finish() ? nil : connection.problem })
  }
}

/// The reason for which a command had no effect.
private struct CommandRefusal: Error, CustomStringConvertible {
  var description: String
}

extension StoryPlayer {
  /// Makes a move, or waits with `settled`.
  ///
  /// - Returns: The screen as text, and what the app waits for.
  /// - Throws: The reason for which the move cannot be made, in words.
  fileprivate func answer(to command: String) async throws -> String {
    if command != "settled" {
      do {
        guard let line = try StoryParser.line(typed: command) else { return "" }
        let step = await perform(line, of: "Inspector")
        if let failure = step.failure { throw CommandRefusal(description: failure.message) }
      } catch let problem as StoryProblem {
        throw CommandRefusal(description: problem.message)
      }
    }
    let waiting = await app.settled().map { "waits: \($0)" }
    let screen = ScreenDrawing.canvas(of: ScreenContent(app.window), width: 50, height: 18).lines
    return (screen + waiting).joined(separator: "\n")
  }
}

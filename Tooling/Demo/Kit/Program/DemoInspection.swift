import Foundation
import InspectorClient
import NavigationRuntime

/// Connects the app of a player with the Inspector, and those that follow it after a restart.
@MainActor
final class DemoInspection {
  private let player: StoryPlayer
  private let address: URL
  private var connection: InspectorConnection?
  private var endings: [Task<Bool, Never>] = []

  /// Connects the app, whose trace has started.
  init(of player: StoryPlayer, at address: URL) {
    self.player = player
    self.address = address
    player.onNewApp = { [weak self] in self?.connect() }
    connect()
  }

  /// Sends the rest.
  ///
  /// - Returns: Whether the Inspector has everything.
  func end() async -> Bool {
    player.onNewApp = nil
    endConnection()
    var isComplete = true
    for ending in endings {
      let hasAll = await ending.value
      isComplete = isComplete && hasAll
    }
    return isComplete
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
    endings.append(
      Task {
        let hasAll = await connection.flush()
        connection.stop()
        return hasAll
      })
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

import DemoKit

/// A started sample app with somebody who plays stories on it.
@MainActor
final class SampleWorld {
  let app = SampleApplication()
  let player: StoryPlayer
  private(set) var steps: [StoryStep] = []

  init() {
    app.start()
    player = StoryPlayer(app)
  }

  /// Plays the lines of a story.
  @discardableResult
  func play(_ text: String) async throws -> StoryResult {
    let story = try Story(parsing: text, file: "test.story")
    return await player.play(story) { steps.append($0) }
  }

  /// The story's first failure, as people read it.
  func failure(of text: String) async throws -> String? {
    try await play(text).failure?.description
  }

  static let logIn = """
    type "kim@example.com" into Email
    type secret into Password
    tap "Log in"

    """
}

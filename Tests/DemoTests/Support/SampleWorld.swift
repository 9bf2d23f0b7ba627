import DemoKit

/// A started sample app with a player of stories.
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

  /// Returns the description of the story's first failure.
  func failure(of text: String) async throws -> String? {
    try await play(text).failure?.description
  }

  static let logIn = """
    type "kim@example.com" into Email
    type secret into Password
    tap "Log in"

    """
}

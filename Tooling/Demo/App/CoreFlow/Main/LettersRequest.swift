import CoreFlow

/// A link's request to show the letters, queued like the user's taps.
@MainActor
final class LettersRequest {
  /// Open when the turn has come.
  let answer: ActivityGate
  /// The letters, if they could be shown.
  weak var letters: LettersCore?

  init(context: NavigationContext) {
    answer = ActivityGate("the letters", context: context)
  }
}

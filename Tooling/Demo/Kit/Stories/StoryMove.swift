import Foundation

/// Something that a story lets the user, or the world around the app, do.
public enum StoryMove: Sendable, Hashable {
  /// How a gesture ends.
  public enum GestureEnd: Sendable, Hashable {
    /// The finger goes all the way.
    case finished
    /// The finger lets go too early.
    case cancelled
    /// The finger stays on the screen; a later move lifts it.
    case open
  }

  /// Taps the button, bar button, tab, row or alert button with this text or identifier.
  case tap(String)
  /// Taps twice, as quickly as possible: the app has no time between the taps.
  case doubleTap(String)
  /// Selects the row with this text.
  case choose(String)
  /// Taps the alert's button with this text.
  case press(String)
  /// Taps the tab with this text.
  case tab(String)
  /// Replaces the text of a field.
  case type(String, into: String)
  /// Turns a switch on or off, or over.
  case flip(String, to: Bool?)
  /// Taps the back button.
  case back
  /// Swipes back from the edge.
  case swipeBack(GestureEnd)
  /// Pulls the sheet down.
  case pullDown(GestureEnd)
  /// Lifts the finger that an open gesture has left on the screen.
  case lift(finishing: Bool)
  /// Opens a link from outside the app.
  case link(URL)
  /// Lets a service wait with its answers.
  case hold(String)
  /// Lets a held service answer.
  case release(String)
  /// Makes a service's next answer a failure.
  case fail(String)
  /// Lets something happen in the background.
  case signal(String)

  /// Whether the user needs a free finger for it.
  var needsFinger: Bool {
    switch self {
    case .tap, .doubleTap, .choose, .press, .tab, .type, .flip, .back, .swipeBack, .pullDown: true
    case .lift, .link, .hold, .release, .fail, .signal: false
    }
  }
}

/// The words of a story: how each is written and what it means.
public enum StoryVocabulary {
  /// How something is written, and what it means.
  public struct Entry: Sendable, Hashable {
    /// How it is written.
    public let usage: String
    /// The meaning.
    public let meaning: String

    /// The word it begins with.
    var word: String { String(usage.prefix { $0 != " " }) }
  }

  /// The moves of the user and of the world around the app.
  public static let moves: [Entry] = [
    Entry(usage: "tap NAME", meaning: "a button, tab, row or alert button"),
    Entry(usage: "double tap NAME", meaning: "two taps, with no time between them"),
    Entry(usage: "choose NAME", meaning: "a row of a list"),
    Entry(usage: "press NAME", meaning: "a button of the alert"),
    Entry(usage: "tab NAME", meaning: "a tab of the tab bar"),
    Entry(usage: "type TEXT into NAME", meaning: "replaces what is in a field"),
    Entry(usage: "clear NAME", meaning: "empties a field"),
    Entry(usage: "switch NAME [on|off]", meaning: "turns a switch on, off, or over"),
    Entry(usage: "back", meaning: "the back button"),
    Entry(usage: "swipe back [cancelled]", meaning: "from the edge, all the way or not"),
    Entry(usage: "pull down [cancelled]", meaning: "the sheet, all the way or not"),
    Entry(usage: "begin swipe back", meaning: "the finger stays on the screen"),
    Entry(usage: "begin pull down", meaning: "the finger stays on the screen"),
    Entry(usage: "finish", meaning: "the finger goes all the way"),
    Entry(usage: "cancel", meaning: "the finger lets go too early"),
    Entry(usage: "link URL", meaning: "opens a link from outside the app"),
    Entry(usage: "hold SERVICE", meaning: "its answers wait"),
    Entry(usage: "release SERVICE", meaning: "it answers again, what waits first"),
    Entry(usage: "fail SERVICE", meaning: "its next answer is a failure"),
    Entry(usage: "signal NAME", meaning: "something happens in the background"),
  ]

  /// The words that can stand in front of a move.
  public static let prefixes: [Entry] = [
    Entry(usage: "meanwhile MOVE", meaning: "at once, before the app has settled"),
    Entry(usage: "cannot MOVE", meaning: "the move must be impossible"),
  ]

  /// The expectations; each also with `no` after `expect`.
  public static let expectations: [Entry] = [
    Entry(usage: "expect screen NAME", meaning: "the user looks at it; its name in the tree"),
    Entry(usage: "expect title TEXT", meaning: "of a bar or an alert"),
    Entry(usage: "expect text TEXT", meaning: "somewhere on the screen, also within a longer text"),
    Entry(usage: "expect button NAME [enabled|disabled]", meaning: "a button of any kind"),
    Entry(usage: "expect field NAME [is TEXT|empty]", meaning: "what the user reads in it"),
    Entry(usage: "expect switch NAME [on|off]", meaning: "a switch"),
    Entry(usage: "expect row TEXT", meaning: "a row of a list"),
    Entry(usage: "expect tab NAME [selected]", meaning: "a tab of the tab bar"),
    Entry(usage: "expect back [TEXT]", meaning: "a back button"),
    Entry(usage: "expect alert [TITLE]", meaning: "an alert, in front of everything"),
    Entry(usage: "expect sheet", meaning: "a sheet, in front of everything"),
    Entry(usage: "expect stack NAME...", meaning: "what is in the stack, the root first"),
    Entry(usage: "expect tree", meaning: "the tree; its lines follow, each after a |"),
    Entry(usage: "expect event TEXT", meaning: "it has happened since the last move began"),
    Entry(usage: "expect waiting SERVICE", meaning: "an answer of the held service waits"),
  ]

  /// The lines that are only for the reader.
  public static let remarks: [Entry] = [
    Entry(usage: "story TEXT", meaning: "what the story is called; its first line"),
    Entry(usage: "say TEXT", meaning: "a sentence for the reader of the transcript"),
  ]

  /// Everything.
  public static var all: [Entry] { remarks + moves + prefixes + expectations }
}

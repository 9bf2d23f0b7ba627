/// A key that was pressed.
public enum TerminalKey: Sendable, Hashable {
  /// Something to write: a character or a part of one.
  case text(String)
  /// Return.
  case enter
  /// Tab.
  case tab
  /// Shift and tab.
  case backTab
  /// Escape.
  case escape
  /// The key that deletes to the left.
  case backspace
  /// The arrow up.
  case up
  /// The arrow down.
  case down
  /// The arrow to the left.
  case left
  /// The arrow to the right.
  case right
  /// To the beginning.
  case home
  /// To the end.
  case end
  /// Control and C: stop at once.
  case interrupt
  /// Control and D: there is no more input.
  case endOfInput
  /// Control and L: draw everything anew.
  case redraw
}

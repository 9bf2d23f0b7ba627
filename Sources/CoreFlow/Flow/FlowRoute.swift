/// The way in which a child flow's screen comes up.
public enum FlowRoute: Sendable, Equatable {
  /// On the stack around the parent's screen, or on the parent's screen if that is a stack.
  case push
  /// Over the parent's screen.
  case present
  /// As the last tab around the parent's screen, or in it if that has tabs.
  case tab
  /// As the root of the window in which the flow, or one above it, was launched.
  ///
  /// The previous root leaves, and its flow ends. A child that would end its own parent is refused
  /// and reported, so a ``ScreenLessFlow`` attaches by root. Detaching the child leaves the window
  /// without a root; to replace it, attach the next child instead.
  case root
  /// Not at all, or by the parent's own code.
  case none
}

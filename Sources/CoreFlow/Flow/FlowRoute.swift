/// How the screen of a child flow comes up.
public enum FlowRoute: Sendable, Equatable {
  /// On the stack around the parent's screen, or on the parent's screen if that is a stack.
  case push
  /// Over the parent's screen.
  case present
  /// As the last tab around the parent's screen, or in it if that has tabs.
  case tab
  /// As the root of the window in which the flow, or one above it, was launched; what was there
  /// before leaves, and its flow ends. So it is for a ``ScreenLessFlow`` to attach by root: a child
  /// that would end its own parent is refused, which is reported. Detached, it leaves the window
  /// without a root; attach the next one instead where there is one.
  case root
  /// Not at all, or in a way that the parent sees to itself.
  case none
}

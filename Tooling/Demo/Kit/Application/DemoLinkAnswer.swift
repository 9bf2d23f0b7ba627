/// The answer of an app to a link.
public enum DemoLinkAnswer: Sendable, Equatable {
  /// It knows where the link leads, and goes there, or does so when it can.
  case accepted
  /// It does not know the link, or does not follow it now; the text says why and what it knows.
  case refused(String)
}

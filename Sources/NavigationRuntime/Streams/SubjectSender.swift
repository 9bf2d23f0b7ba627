/// Sends into a subject from any thread.
///
/// Elements of several threads arrive in the order of their calls. An element that the main actor
/// sends directly to the subject comes after everything sent through a sender before. A sender does
/// not retain its subject; sending to a released subject has no effect.
public struct SubjectSender<Element: Sendable>: Sendable {
  let mailbox: Mailbox<Element>

  /// Sends an element; callable on any thread.
  ///
  /// - Parameter element: The element. It reaches the subject in a later turn of the main queue, or
  ///   before an element that the main actor sends directly ahead of that turn.
  public func send(_ element: Element) {
    mailbox.put(element)
  }
}

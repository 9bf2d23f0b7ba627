/// Sends into a subject from any thread.
///
/// What several threads send arrives in the order of their calls. What the main actor sends
/// directly to the subject comes after everything that was sent through a sender before.
/// A sender does not keep its subject alive; sending to a subject that is gone does nothing.
public struct SubjectSender<Element: Sendable>: Sendable {
  let mailbox: Mailbox<Element>

  /// Sends an element; callable on any thread.
  ///
  /// - Parameter element: What to send. It reaches the subject in a later turn of the main queue,
  ///   or ahead of what the main actor sends directly before that turn.
  public func send(_ element: Element) {
    mailbox.put(element)
  }
}

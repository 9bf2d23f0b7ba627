extension Multicast where Element: Sendable {
  /// The entry point for other threads; always the same mailbox.
  package var sender: SubjectSender<Element> {
    if let mailbox = mailbox as? Mailbox<Element> { return SubjectSender(mailbox: mailbox) }
    let mailbox = Mailbox<Element> { [weak self] in self?.accept($0) }
    self.mailbox = mailbox
    drainMailbox = { mailbox.drain() }
    return SubjectSender(mailbox: mailbox)
  }
}

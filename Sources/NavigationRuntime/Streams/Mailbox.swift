import Dispatch

/// Receives elements on any thread and delivers them on the main actor, in the order of arrival.
///
/// A burst costs one turn of the main queue, and a long one several, so that other work of the main
/// actor gets its turns at any rate of arrival. The closure holds its receiver weakly; elements that
/// arrive after the receiver is released are dropped.
package final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var elements = Queue<Element>()
    var isScheduled = false
    var putCount = 0
  }

  private let state = Locked(State())
  private let receive: @MainActor @Sendable (Element) -> Void
  /// The elements taken out of the lock and not yet delivered.
  ///
  /// A nested drain continues with them, so that elements arrive in the order of the puts.
  @MainActor private var arrived = Queue<Element>()
  @MainActor package private(set) var deliveredCount = 0

  package init(_ receive: @escaping @MainActor @Sendable (Element) -> Void) {
    self.receive = receive
  }

  /// Adds an element; callable on any thread.
  package func put(_ element: Element) {
    let mustSchedule = state.withLock { state in
      state.elements.append(element)
      state.putCount += 1
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { schedule() }
  }

  /// Delivers the elements that arrived before the call, synchronously.
  @MainActor
  package func drain() {
    collect()
    while let element = arrived.popFirst() { deliver(element) }
  }

  private func schedule() {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.takeTurn() } }
  }

  @MainActor
  private func takeTurn() {
    var budget = TurnBudget()
    var isTurnOver = false
    while !isTurnOver, let element = next() {
      deliver(element)
      isTurnOver = budget.spend()
    }
    let isEmpty = arrived.isEmpty
    let isDone = state.withLock { state in
      if isEmpty, state.elements.isEmpty { state.isScheduled = false }
      return !state.isScheduled
    }
    MailboxBacklog.note(self, isUnfinished: !isDone)
    if !isDone { schedule() }
  }

  @MainActor
  private func next() -> Element? {
    if arrived.isEmpty { collect() }
    return arrived.popFirst()
  }

  @MainActor
  private func collect() {
    let new = state.withLock { state in
      let elements = state.elements
      state.elements = Queue()
      return elements
    }
    guard !new.isEmpty else { return }
    if arrived.isEmpty {
      arrived = new
    } else {
      for element in new.elements { arrived.append(element) }
    }
  }

  @MainActor
  private func deliver(_ element: Element) {
    deliveredCount += 1
    receive(element)
  }
}

extension Mailbox: CountedMailbox {
  package var putCount: Int { state.withLock { $0.putCount } }
}

/// What the backlog knows of a mailbox.
@MainActor
package protocol CountedMailbox: AnyObject {
  /// How many elements have been put in.
  var putCount: Int { get }
  /// How many elements have been handed over.
  var deliveredCount: Int { get }
}

/// The mailboxes whose turn ended before they were empty.
@MainActor
package enum MailboxBacklog {
  private static var unfinished: [ObjectIdentifier: any CountedMailbox] = [:]

  /// Whether there are any.
  static var isUnfinished: Bool { !unfinished.isEmpty }

  static func note(_ mailbox: any CountedMailbox, isUnfinished: Bool) {
    let id = ObjectIdentifier(mailbox)
    if isUnfinished {
      unfinished[id] = mailbox
    } else if !unfinished.isEmpty {
      unfinished[id] = nil
    }
  }

  /// Returns when everything that was put into a mailbox before the call has been handed over.
  ///
  /// A mailbox that is filled all the time does not keep it: what comes later does not count.
  package static func deliver() async {
    await takeTurn()
    let marks = unfinished.values.map { (mailbox: $0, end: $0.putCount) }
    while marks.contains(where: { $0.mailbox.deliveredCount < $0.end }), !Task.isCancelled {
      await takeTurn()
    }
  }

  private static func takeTurn() async {
    await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
  }
}

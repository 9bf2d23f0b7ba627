import Dispatch

/// Receives elements on any thread and delivers them on the main actor, in the order of arrival.
///
/// A burst costs one turn of the main queue, and a long one several, so that other work of the main
/// actor gets its turns at any rate of arrival. Pass a closure that holds its receiver weakly, so that
/// elements which arrive after its release are dropped.
@_fixed_layout
@usableFromInline
package final class Mailbox<Element: Sendable>: Sendable {
  @frozen
  @usableFromInline
  struct State {
    @usableFromInline var elements = Queue<Element>()
    @usableFromInline var isScheduled = false
    @usableFromInline var putCount = 0

    @inlinable
    init() {}
  }

  @usableFromInline let state: Locked<State>
  @usableFromInline let receive: @MainActor @Sendable (Element) -> Void
  /// The elements taken out of the lock and not yet delivered.
  ///
  /// A nested drain continues with them, so that elements arrive in the order of the puts.
  @usableFromInline @MainActor var arrived = Queue<Element>()
  @usableFromInline @MainActor package internal(set) var deliveredCount = 0

  // Inlinable like everything below: unspecialised, each element costs look-ups of its type.
  @inlinable
  package init(_ receive: @escaping @MainActor @Sendable (Element) -> Void) {
    state = Locked(State())
    self.receive = receive
  }

  /// Adds an element; callable on any thread.
  @inlinable
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
  @inlinable
  @MainActor
  package func drain() {
    collect()
    while let element = arrived.popFirst() { deliver(element) }
  }

  @inlinable
  func schedule() {
    DispatchQueue.main.async { MainActor.assumeIsolated { self.takeTurn() } }
  }

  @inlinable
  @MainActor
  func takeTurn() {
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

  @inlinable
  @MainActor
  func next() -> Element? {
    if arrived.isEmpty { collect() }
    return arrived.popFirst()
  }

  @inlinable
  @MainActor
  func collect() {
    let new = state.withLock { state in
      let elements = state.elements
      state.elements = Queue()
      return elements
    }
    guard !new.isEmpty else { return }
    if arrived.isEmpty {
      arrived = new
    } else {
      var rest = new
      while let element = rest.popFirst() { arrived.append(element) }
    }
  }

  @inlinable
  @MainActor
  func deliver(_ element: Element) {
    deliveredCount += 1
    receive(element)
  }
}

extension Mailbox: CountedMailbox {
  @usableFromInline
  package var putCount: Int { state.withLock { $0.putCount } }
}

/// The counts by which the backlog compares a mailbox.
@usableFromInline
@MainActor
package protocol CountedMailbox: AnyObject {
  /// The number of elements put in.
  var putCount: Int { get }
  /// The number of elements delivered.
  var deliveredCount: Int { get }
}

/// The mailboxes whose turn ended before they were empty.
@usableFromInline
@MainActor
package enum MailboxBacklog {
  private static var unfinished: [ObjectIdentifier: any CountedMailbox] = [:]

  /// Whether a mailbox has undelivered elements.
  static var isUnfinished: Bool { !unfinished.isEmpty }

  @usableFromInline
  static func note(_ mailbox: any CountedMailbox, isUnfinished: Bool) {
    let id = ObjectIdentifier(mailbox)
    if isUnfinished {
      unfinished[id] = mailbox
    } else if !unfinished.isEmpty {
      unfinished[id] = nil
    }
  }

  /// Returns when all elements put into a mailbox before the call have been delivered.
  ///
  /// Elements that arrive later do not count, so a mailbox that is filled all the time does not delay
  /// the return.
  package static func deliver() async {
    await takeMainQueueTurn()
    let marks = unfinished.values.map { (mailbox: $0, end: $0.putCount) }
    while marks.contains(where: { $0.mailbox.deliveredCount < $0.end }), !Task.isCancelled {
      await takeMainQueueTurn()
    }
  }
}

import Dispatch
import Foundation

/// Receives elements on any thread and delivers them on the main actor, in the order of arrival.
///
/// A burst costs one turn of the main queue, and a long one several, so that other work of the main
/// actor gets its turns at any rate of arrival. Pass a closure that holds its receiver weakly, so that
/// elements which arrive after its release are dropped.
@usableFromInline
package final class Mailbox<Element: Sendable>: Sendable {
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

/// Marks the main queue, to detect the main actor without trapping.
///
/// Comparing threads would be wrong: where `main` is asynchronous on Linux, another thread drains
/// the main queue. A mark on the main queue is right on every platform.
private let mainQueueMark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether the current code runs on the main actor.
package var isOnMainActor: Bool {
  DispatchQueue.getSpecific(key: mainQueueMark) == true
}

/// Runs `work` on the main actor: synchronously if the caller is on it, else in a turn of the main
/// queue of its own, in the order of the calls.
///
/// For `deinit` and for handles that may be cancelled on any thread.
package func onMainActor(_ work: @escaping @MainActor @Sendable () -> Void) {
  if isOnMainActor {
    // Not `work` itself: its conversion to a closure that may throw would be allocated.
    MainActor.assumeIsolated { work() }
  } else {
    DispatchQueue.main.async { MainActor.assumeIsolated(work) }
  }
}

/// A value protected by a lock, for access from several threads.
///
/// `Mutex` needs iOS 18.
///
/// Unchecked, because the compiler cannot verify that `value` is only accessed while `lock` is
/// held: it is private, and `withLock` is the only access.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let lock: NSLock
  @usableFromInline var value: Value

  @inlinable
  package init(_ value: sending Value) {
    lock = NSLock()
    self.value = value
  }

  @inlinable
  package func withLock<Result>(_ body: (inout sending Value) throws -> sending Result) rethrows
    -> sending Result
  {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// The time limit of a long drain in one turn of the main queue.
///
/// A queue that is filled as fast as it is emptied would block the main actor. Short bursts never
/// read the time: it is first read after some elements.
@usableFromInline
package struct TurnBudget {
  /// The longest duration of a turn after the first reading of the time, in nanoseconds.
  private static let length: UInt64 = 4_000_000

  private let stride: Int
  private var left: Int
  private var end: UInt64?

  /// Makes a budget for one turn.
  ///
  /// - Parameter stride: The number of elements between two readings of the time; at least that
  ///   many are handled.
  @usableFromInline
  package init(stride: Int = 8) {
    self.stride = stride
    left = stride
  }

  /// Counts a handled element.
  ///
  /// - Returns: Whether the remaining elements should wait for another turn.
  @usableFromInline
  package mutating func spend() -> Bool {
    left -= 1
    guard left == 0 else { return false }
    left = stride
    let now = DispatchTime.now().uptimeNanoseconds
    guard let end else {
      end = now + Self.length
      return false
    }
    return now >= end
  }
}

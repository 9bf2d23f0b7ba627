import Dispatch
import Foundation

/// The timers of the live clock, of which the system sees one: the next that is due.
///
/// A timer that is cancelled is gone at once. The main queue and Swift's own sleep keep each
/// until its time has come, which for a debounce that is started anew with each key adds up.
package final class LiveTimers: Sendable {
  package static let shared = LiveTimers()

  /// A timer that has not fired.
  package final class Entry: @unchecked Sendable {
    // Touched only while the state is locked.
    fileprivate let deadline: UInt64
    fileprivate let number: UInt64
    fileprivate var index: Int?
    fileprivate var fire: (@Sendable () -> Void)?

    fileprivate init(deadline: UInt64, number: UInt64, fire: @escaping @Sendable () -> Void) {
      self.deadline = deadline
      self.number = number
      self.fire = fire
    }

    fileprivate func isBefore(_ other: Entry) -> Bool {
      (deadline, number) < (other.deadline, other.number)
    }
  }

  fileprivate struct State {
    /// A heap; the next timer is the first.
    var entries: [Entry] = []
    var nextNumber: UInt64 = 0
    /// When the system wakes the queue next.
    var wakeTime: UInt64?
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "NavigationRuntime.LiveTimers", qos: .userInitiated)
  // Armed while the state is locked, as Dispatch does not say that it may be elsewhere.
  private nonisolated(unsafe) let source: any DispatchSourceTimer

  package init() {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { [unowned self] in fire(until: DispatchTime.now().uptimeNanoseconds) }
    source.activate()
  }

  deinit { source.cancel() }

  /// How many timers have neither fired nor been cancelled.
  package var count: Int { state.withLock { $0.entries.count } }

  /// Calls `fire` on a queue of its own when the time has passed.
  package func schedule(
    after seconds: TimeInterval, _ fire: @escaping @Sendable () -> Void
  ) -> Entry {
    // A century is long enough, and it does not overflow.
    let delay = UInt64(max(0, min(seconds, 3e9)) * 1e9)
    return schedule(at: DispatchTime.now().uptimeNanoseconds + delay, fire)
  }

  /// Calls `fire` when the system's uptime, in nanoseconds, is the deadline.
  package func schedule(at deadline: UInt64, _ fire: @escaping @Sendable () -> Void) -> Entry {
    state.withLock { state in
      let entry = Entry(deadline: deadline, number: state.nextNumber, fire: fire)
      state.nextNumber += 1
      state.insert(entry)
      arm(&state)
      return entry
    }
  }

  /// Takes a timer back.
  ///
  /// - Returns: Whether it had not fired.
  @discardableResult
  package func cancel(_ entry: Entry) -> Bool {
    // What the closure holds is released when the lock is free.
    let fire = state.withLock { $0.remove(entry) }
    return fire != nil
  }

  /// Sees to it that the queue is woken for the next timer; too early does no harm.
  private func arm(_ state: inout State) {
    guard let next = state.entries.first?.deadline, next < state.wakeTime ?? .max else { return }
    state.wakeTime = next
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: next))
  }

  /// Calls what is due at a time, the earliest first.
  package func fire(until time: UInt64) {
    let due: [@Sendable () -> Void] = state.withLock { state in
      var due: [@Sendable () -> Void] = []
      while let next = state.entries.first, next.deadline <= time {
        if let fire = state.remove(next) { due.append(fire) }
      }
      state.wakeTime = nil
      arm(&state)
      return due
    }
    for fire in due { fire() }
  }
}

extension LiveTimers.State {
  fileprivate mutating func insert(_ entry: LiveTimers.Entry) {
    entries.append(entry)
    entry.index = entries.count - 1
    siftUp(entries.count - 1)
  }

  /// - Returns: What the timer would have called; `nil` if it is not there any more.
  fileprivate mutating func remove(_ entry: LiveTimers.Entry) -> (@Sendable () -> Void)? {
    guard let index = entry.index else { return nil }
    entry.index = nil
    let last = entries.removeLast()
    if last !== entry {
      put(last, at: index)
      siftUp(index)
      siftDown(last.index ?? index)
    }
    defer { entry.fire = nil }
    return entry.fire
  }

  private mutating func put(_ entry: LiveTimers.Entry, at index: Int) {
    entries[index] = entry
    entry.index = index
  }

  private mutating func siftUp(_ start: Int) {
    var index = start
    while index > 0, entries[index].isBefore(entries[(index - 1) / 2]) {
      swap(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func siftDown(_ start: Int) {
    var index = start
    while true {
      var first = index
      for child in 2 * index + 1...2 * index + 2
      where child < entries.count && entries[child].isBefore(entries[first]) {
        first = child
      }
      guard first != index else { return }
      swap(index, first)
      index = first
    }
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    let entry = entries[one]
    put(entries[other], at: one)
    put(entry, at: other)
  }
}

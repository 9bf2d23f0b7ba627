import Dispatch

/// Receives elements on any thread and delivers them on the main actor, in the order of arrival.
///
/// A burst costs one turn of the main queue. The closure holds its receiver weakly; elements that
/// arrive after the receiver is released are dropped.
package final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var elements = Queue<Element>()
    var isScheduled = false
  }

  private let state = Locked(State())
  private let receive: @MainActor @Sendable (Element) -> Void
  /// The elements taken out of the lock and not yet delivered.
  ///
  /// A nested drain continues with them, so that elements arrive in the order of the puts.
  @MainActor private var arrived = Queue<Element>()

  package init(_ receive: @escaping @MainActor @Sendable (Element) -> Void) {
    self.receive = receive
  }

  /// Adds an element; callable on any thread.
  package func put(_ element: Element) {
    let mustSchedule = state.withLock { state in
      state.elements.append(element)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard mustSchedule else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.drain() } }
  }

  /// Delivers all arrived elements synchronously.
  @MainActor
  package func drain() {
    while true {
      while let element = arrived.popFirst() { receive(element) }
      arrived = state.withLock { state in
        let elements = state.elements
        state.elements = Queue()
        if elements.isEmpty { state.isScheduled = false }
        return elements
      }
      if arrived.isEmpty { return }
    }
  }
}

import Dispatch

/// Takes elements on any thread and hands them over on the main actor, in the order of arrival.
///
/// A burst costs one turn of the main queue. The receiver is held weakly by its closure; what
/// arrives after it is gone is dropped with it.
package final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var elements = Queue<Element>()
    var isScheduled = false
  }

  private let state = Locked(State())
  private let receive: @MainActor @Sendable (Element) -> Void
  /// What has been taken out of the lock and not handed over yet.
  ///
  /// A drain inside a drain goes on with it, so that everything that was put in before comes first.
  @MainActor private var arrived = Queue<Element>()

  package init(_ receive: @escaping @MainActor @Sendable (Element) -> Void) {
    self.receive = receive
  }

  /// Adds an element; callable anywhere.
  package func put(_ element: Element) {
    let mustSchedule = state.withLock { state in
      state.elements.append(element)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    guard mustSchedule else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.drain() } }
  }

  /// Hands over what has arrived, at once.
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

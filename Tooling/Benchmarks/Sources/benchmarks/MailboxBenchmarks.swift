import Dispatch
import Foundation
import NavigationRuntime

/// Elements of another thread, beside an array under a lock that a turn of the main queue empties.
@MainActor let mailboxBenchmarks = [
  Benchmark(
    name: "an element from another thread, sent in a burst",
    floorName: "an array under a lock, emptied in a turn of the main queue",
    // How many elements a turn finds is a matter of the threads' speed.
    counted: 0
  ) {
    let arrivals = Arrivals()
    let subject = AsyncPassthroughSubject<Int>()
    let subscription = subject.sink { _ in arrivals.note() }
    let sender = subject.sender
    let bare = BareMailbox { _ in arrivals.note() }
    return (
      loop: { times in
        await arrivals.wait(for: times) { for index in 0..<times { sender.send(index) } }
        // A sender does not keep its subject.
        use((subject, subscription))
      },
      floor: { times in
        await arrivals.wait(for: times) { for index in 0..<times { bare.put(index) } }
      }
    )
  }
]

/// Resumes a caller when so many elements have arrived.
@MainActor
private final class Arrivals {
  private var left = 0
  private var waiting: CheckedContinuation<Void, Never>?

  func note() {
    left -= 1
    if left == 0 { waiting?.resume() }
  }

  func wait(for count: Int, _ send: @escaping @Sendable () -> Void) async {
    left = count
    await withCheckedContinuation {
      waiting = $0
      DispatchQueue.global().async(execute: send)
    }
  }
}

/// The least that a mailbox can be.
private final class BareMailbox: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Int] = []
  private let receive: @MainActor (Int) -> Void

  init(_ receive: @escaping @MainActor (Int) -> Void) { self.receive = receive }

  func put(_ element: Int) {
    lock.lock()
    elements.append(element)
    let isFirst = elements.count == 1
    lock.unlock()
    if isFirst { DispatchQueue.main.async { MainActor.assumeIsolated { self.drain() } } }
  }

  @MainActor
  private func drain() {
    lock.lock()
    let arrived = elements
    elements = []
    lock.unlock()
    for element in arrived { receive(element) }
  }
}

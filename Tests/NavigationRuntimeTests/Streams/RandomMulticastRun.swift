import NavigationRuntime
import TestSupport

/// A multicast whose sinks send, subscribe, cancel each other and finish it while they receive.
///
/// The model is the list of everything sent: a sink receives what it replays and all that is sent
/// afterwards, in that order, until it is cancelled.
@MainActor
final class RandomMulticastRun {
  @MainActor
  private final class Listener {
    /// The elements that it has to receive in all, as far as they have been sent.
    var expected: [Int]
    var received = 0
    var finishCount = 0
    var isCancelled = false
    /// Whether it is among those that receive later elements.
    var isCurrent = true
    var handle: Cancellation?

    init(expecting expected: [Int]) {
      self.expected = expected
    }
  }

  private(set) var faults: [String] = []
  /// The number of operations that sinks have performed while they received.
  private(set) var nestedCount = 0
  private let multicast: Multicast<Int>
  private let bufferSize: Int
  private let backlogLimit: Int
  private let replaysBacklog: Bool
  private var generator: SeededGenerator
  private var sent: [Int] = []
  private var isFinished = false
  private var hasConsumer = false
  private var listeners: [Listener] = []
  private var depth = 0

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    bufferSize = generator.next(below: 4)
    backlogLimit = [0, 3, .max][generator.next(below: 3)]
    replaysBacklog = backlogLimit > 0 && Bool.random(using: &generator)
    multicast = Multicast(
      bufferSize: bufferSize, backlogLimit: backlogLimit, replaysBacklog: replaysBacklog)
  }

  func step() {
    operate()
    // Outside of any delivery everything has been delivered.
    for listener in listeners where !listener.isCancelled {
      if listener.received != listener.expected.count { fault("an element is missing") }
      if listener.finishCount != (isFinished ? 1 : 0) { fault("the end is missing") }
    }
    let count = isFinished ? 0 : listeners.filter { !$0.isCancelled }.count
    if multicast.sinkCount != count { fault("there are \(multicast.sinkCount) sinks") }
    listeners.removeAll(where: \.isCancelled)
  }

  private func fault(_ text: String) {
    faults.append("\(text), after \(sent.count) elements")
  }

  private func operate() {
    switch generator.next(below: 100) {
    case 0..<50: send()
    case 50..<70 where listeners.count < 40: subscribe(consuming: false)
    case 70..<75: subscribe(consuming: true)
    case 75..<99: cancel()
    default: if generator.happens(percent: 10) { finish() }
    }
  }

  private func send() {
    let element = sent.count
    if !isFinished {
      sent.append(element)
      for listener in listeners where listener.isCurrent { listener.expected.append(element) }
    }
    multicast.send(element)
  }

  private func finish() {
    isFinished = true
    multicast.finish()
  }

  private func cancel() {
    guard let listener = listeners.randomElement(using: &generator), let handle = listener.handle
    else { return }
    listener.isCancelled = true
    listener.isCurrent = false
    listener.handle = nil
    // Releasing the handle cancels, too.
    if Bool.random(using: &generator) { handle.cancel() }
  }

  private var replayed: [Int] {
    if replaysBacklog, !hasConsumer { return sent.suffix(backlogLimit) }
    return isFinished ? [] : sent.suffix(bufferSize)
  }

  private func subscribe(consuming: Bool) {
    var expected = replayed
    if consuming {
      expected = hasConsumer ? [] : sent.suffix(backlogLimit)
      hasConsumer = true
    }
    let listener = Listener(expecting: expected)
    listener.isCurrent = !isFinished
    listeners.append(listener)
    // An object that the sink owns may send, too, when it is released.
    let probe = generator.happens(percent: 10) ? Probe { [weak self] in self?.send() } : nil
    let receive: @MainActor (Int) -> Void = { [weak self] in
      probe?.touch()
      self?.receive($0, in: listener)
    }
    let onFinish: @MainActor () -> Void = { [weak self] in self?.finished(listener) }
    listener.handle =
      consuming
      ? multicast.consume(onFinish: onFinish, receive)
      : multicast.sink(onFinish: onFinish, receive)
  }

  /// Cancels all sinks.
  func end() {
    for listener in listeners {
      listener.isCancelled = true
      listener.isCurrent = false
      // Released after the access: what its sink owns may send, and another sink may then cancel
      // this handle.
      _ = listener.handle.take()
    }
  }

  private func receive(_ element: Int, in listener: Listener) {
    if listener.isCancelled { fault("a cancelled sink receives \(element)") }
    if listener.finishCount > 0 { fault("a finished sink receives \(element)") }
    guard listener.expected.indices.contains(listener.received),
      listener.expected[listener.received] == element
    else { return fault("a sink receives \(element) out of turn") }
    listener.received += 1
    guard depth < 3 else { return }
    depth += 1
    while generator.happens(percent: 15) {
      nestedCount += 1
      operate()
    }
    depth -= 1
  }

  private func finished(_ listener: Listener) {
    if listener.isCancelled { fault("a cancelled sink is notified of the end") }
    if listener.received != listener.expected.count { fault("the end comes before an element") }
    listener.finishCount += 1
  }
}

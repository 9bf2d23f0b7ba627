import Dispatch

/// The readers of a context's streams, as a source of activity.
///
/// An element is in flight from its `yield` until it has been received. A stream that waits for its
/// source is idle.
@MainActor
package final class StreamReaders: ActivitySource {
  /// The group to which new readers belong; see ``reading(_:)``.
  package private(set) static var current: StreamReaders?

  /// The group that counts the readers of this one as its own, if there is one.
  private let parent: StreamReaders?
  /// The number of parts of readers' tasks that are enqueued or running.
  private let pendingCount = Locked(0)
  private var trackers = WeakList<ActivityTracker>()

  package init(in parent: StreamReaders? = nil) {
    self.parent = parent
  }

  /// Keeps a tracker from settling while elements are in flight.
  package func join(_ tracker: ActivityTracker) {
    guard !trackers.references.contains(where: { $0.object === tracker }) else { return }
    trackers.append(tracker)
    tracker.add(self)
  }

  /// Joins every tracker that another group has joined.
  package func join(_ others: StreamReaders) {
    for tracker in others.trackers.objects { join(tracker) }
    if let parent = others.parent { join(parent) }
  }

  /// Adds the streams that `body` starts to read to this group.
  package func reading<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = Self.current
    Self.current = self
    defer { Self.current = outer }
    return try body()
  }

  nonisolated func begin() {
    pendingCount.withLock { $0 += 1 }
    parent?.begin()
  }

  func end() {
    defer { parent?.end() }
    let isIdle = pendingCount.withLock { count in
      count -= 1
      return count == 0
    }
    guard isIdle else { return }
    for reference in trackers.references { reference.object?.sourceDidBecomeIdle() }
  }

  package var isIdle: Bool { pendingCount.withLock { $0 == 0 } }

  package var runningActivities: [NavigationActivity] {
    isIdle ? [] : [NavigationActivity(name: "a stream that has emitted")]
  }

  package var waitingActivities: [NavigationActivity] { [] }
}

extension NavigationContext {
  /// Makes ``settled()`` wait for the elements of the streams that `body` starts to read.
  package func readingStreams<Result>(_ body: () throws -> Result) rethrows -> Result {
    try streamReaders.reading(body)
  }

  /// The readers of the streams that ``settled()`` waits for.
  package var streamReaders: StreamReaders {
    stored {
      let readers = StreamReaders()
      readers.join(activity)
      return readers
    }
  }
}

extension AsyncStream where Element: Sendable {
  /// Reads the stream: buffered elements before this method returns, later ones as they come.
  ///
  /// A task executor needs iOS 18 or its siblings. On earlier systems the stream is read in later
  /// turns, and its elements do not count as in flight.
  @MainActor
  package func read(_ receive: @escaping @MainActor (Element) -> Void) -> Cancellation {
    read(while: { element in
      receive(element)
      return true
    })
  }

  /// Reads the stream until `receive` returns `false`.
  @MainActor
  private func read(while receive: @escaping @MainActor (Element) -> Bool) -> Cancellation {
    guard #available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *) else {
      let task = Task { @MainActor in
        for await element in self {
          guard !Task.isCancelled, receive(element) else { return }
        }
      }
      return Cancellation { task.cancel() }
    }
    let task = StreamReader(in: StreamReaders.current ?? StreamReaders()).start(self, receive)
    return Cancellation { task.cancel() }
  }
}

extension AsyncStream<Void> {
  /// Reads the first element of the stream.
  @MainActor
  package func read(first receive: @escaping @MainActor () -> Void) -> Cancellation {
    read(while: { _ in
      receive()
      return false
    })
  }
}

/// Runs the task that reads a stream, in turns of the main queue.
///
/// The stream's `yield` enqueues a job on this executor, so the element counts as in flight from
/// that moment. The task's first job runs synchronously, until the stream is empty.
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
private final class StreamReader: TaskExecutor {
  private enum Start {
    case isStarting
    case first(UnownedJob)
    case done
  }

  private let readers: StreamReaders
  private let start = Locked(Start.isStarting)

  init(in readers: StreamReaders) {
    self.readers = readers
  }

  @MainActor
  func start<Element: Sendable>(
    _ stream: AsyncStream<Element>, _ receive: @escaping @MainActor (Element) -> Bool
  ) -> Task<Void, Never> {
    let task = makeTask(stream, receive)
    let first = start.withLock { start in
      defer { start = .done }
      return if case .first(let job) = start { job } else { nil as UnownedJob? }
    }
    if let first { run(first) }
    return task
  }

  /// Not isolated, so that the task starts on this executor and not on the main actor.
  private func makeTask<Element: Sendable>(
    _ stream: AsyncStream<Element>, _ receive: @escaping @MainActor (Element) -> Bool
  ) -> Task<Void, Never> {
    Task(executorPreference: self) {
      // Retains the executor until the task has ended.
      await self.read(stream, receive)
    }
  }

  private func read<Element: Sendable>(
    _ stream: AsyncStream<Element>, _ receive: @escaping @MainActor (Element) -> Bool
  ) async {
    var budget = TurnBudget()
    for await element in stream {
      guard !Task.isCancelled, hand(element, to: receive) else { return }
      guard budget.spend() else { continue }
      budget = TurnBudget()
      await letOthersRun()
    }
  }

  /// Jobs run on the main queue, so the main actor can be assumed.
  private func hand<Element: Sendable>(
    _ element: Element, to receive: @MainActor (Element) -> Bool
  ) -> Bool {
    MainActor.assumeIsolated { receive(element) }
  }

  /// Yields the main queue, so that a stream that is never empty does not block it.
  private func letOthersRun() async {
    readers.begin()
    await takeMainQueueTurn { [readers] in readers.end() }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = start.withLock { start in
      guard case .isStarting = start else { return false }
      start = .first(job)
      return true
    }
    readers.begin()
    guard !isFirst else { return }
    DispatchQueue.main.async { MainActor.assumeIsolated { self.run(job) } }
  }

  @MainActor
  private func run(_ job: UnownedJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
    readers.end()
  }
}

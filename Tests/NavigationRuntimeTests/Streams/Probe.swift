import Dispatch

/// An object with an observable release: by a weak reference, or by its closure.
@MainActor
final class Probe {
  private let onEnd: @MainActor @Sendable () -> Void

  init(_ onEnd: @escaping @MainActor @Sendable () -> Void = {}) {
    self.onEnd = onEnd
  }

  func touch() {}

  deinit {
    let onEnd = onEnd
    MainActor.assumeIsolated { onEnd() }
  }
}

/// Returns when all current work of the main queue has run.
func mainQueueTurn() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}

/// Runs blocking code on several threads at once, and returns when all are done.
func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for index in 0..<count {
      group.addTask { work(index) }
    }
  }
}

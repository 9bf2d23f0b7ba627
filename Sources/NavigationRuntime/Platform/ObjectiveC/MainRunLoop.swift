#if canImport(ObjectiveC)
import CoreFoundation

/// The main run loop, whose turns end when it begins to wait for the next event.
@MainActor
enum MainRunLoop {
  /// Observes the ends of turns, after everything else that happens at the same point: UIKit lays
  /// out and commits there, too.
  ///
  /// - Parameter turn: Called at the end of each turn, also while the user scrolls.
  /// - Returns: The handle that ends the observation.
  static func observeTurns(_ turn: @escaping @MainActor () -> Void) -> Cancellation {
    let observer = CFRunLoopObserverCreateWithHandler(
      nil, CFRunLoopActivity.beforeWaiting.rawValue, true, .max
    ) { _, _ in
      MainActor.assumeIsolated { turn() }
    }
    CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
    return Cancellation { CFRunLoopObserverInvalidate(observer) }
  }
}
#endif

import Foundation

/// Makes a call of a framework's, with the runtime's work around it on the main thread.
///
/// Some SDKs call methods of UIKit and AppKit on other threads, where the runtime has no business:
/// there the call passes through. A wrapper that is isolated to the main actor would trap.
///
/// - Parameters:
///   - work: Makes the call that it is given, once, between its own work.
///   - call: Calls the framework's method.
package nonisolated func wrapped(
  by work: @MainActor (_ call: () -> Void) -> Void, _ call: () -> Void
) {
  guard Thread.isMainThread || isOnMainActor else { return call() }
  withoutActuallyEscaping(call) { call in
    let call = MainThreadCall(call: call)
    MainActor.assumeIsolated { work(call.call) }
  }
}

/// Unchecked, because it is made and called on the main thread.
private struct MainThreadCall: @unchecked Sendable {
  let call: () -> Void
}

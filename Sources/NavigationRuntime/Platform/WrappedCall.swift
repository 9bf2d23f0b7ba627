import Foundation

/// Makes a call of a framework's, with the runtime's work around it on the main thread.
///
/// Some SDKs call methods of UIKit and AppKit on other threads. There the call passes through and
/// the runtime does nothing; a wrapper that is isolated to the main actor would trap. The work
/// makes the call that it receives, once.
package nonisolated func wrapped<Objects>(
  _ objects: Objects, by work: @MainActor (Objects, _ call: () -> Void) -> Void, _ call: () -> Void
) {
  guard isOnMainThread else { return call() }
  withoutActuallyEscaping(call) { call in
    let call = MainThreadCall(objects: objects, call: call)
    MainActor.assumeIsolated { work(call.objects, call.call) }
  }
}

/// Makes a call of a framework's, followed by the runtime's work.
package nonisolated func wrapped<Object>(
  _ object: Object, then work: @MainActor (Object) -> Void, _ call: () -> Void
) {
  wrapped(
    object,
    by: { object, call in
      call()
      work(object)
    }, call)
}

/// Makes a call of a framework's with an argument that the runtime's work may replace.
///
/// The work makes the call that it receives, once, and returns its result.
package nonisolated func wrapped<Objects, Argument, Result: Sendable>(
  _ objects: Objects, passing argument: Argument,
  by work: @MainActor (Objects, Argument, _ call: (Argument) -> Result) -> Result,
  _ call: (Argument) -> Result
) -> Result {
  guard isOnMainThread else { return call(argument) }
  return withoutActuallyEscaping(call) { call in
    let call = MainThreadCall(objects: (objects, argument), call: call)
    return MainActor.assumeIsolated { work(call.objects.0, call.objects.1, call.call) }
  }
}

/// Whether the main actor's state may be used.
///
/// On Linux the main actor may have no thread of its own; its queue decides there.
private nonisolated var isOnMainThread: Bool {
  #if canImport(ObjectiveC)
  Thread.isMainThread
  #else
  isOnMainActor
  #endif
}

/// Unchecked, because it is made and used on the main thread, within one call.
private struct MainThreadCall<Objects, Call>: @unchecked Sendable {
  let objects: Objects
  let call: Call
}

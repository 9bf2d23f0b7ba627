#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// What has a control of AppKit's say that it sends its action.
///
/// A control has room for one target, which is the app's, so that on a device
/// `Platform/ObjectiveC/` conforms all controls; where the Objective-C runtime is missing, the
/// stand-in for AppKit does.
@MainActor
package protocol AppKitControlSource {
  /// Called when somebody subscribes: from now on `actionWasSent()` is called each time.
  func beginTellingActions()
}

extension NSControl {
  /// Calls a closure each time the action is sent.
  ///
  /// - Parameter call: What to call.
  /// - Returns: The handle that keeps the closure.
  func onActionSent(_ call: @escaping @MainActor () -> Void) -> Cancellation {
    // Asked at run time, as the conformance is not this module's on the stand-in.
    guard let source = self as AnyObject as? any AppKitControlSource else {
      return Cancellation {}
    }
    source.beginTellingActions()
    return ControlObservers.add(call, to: self)
  }

  /// The control has sent its action, and whoever it is for has received it.
  package func actionWasSent() { ControlObservers.send(from: self) }
}

/// Who has subscribed to which control, until nobody does any more.
@MainActor
private enum ControlObservers {
  @MainActor
  private struct Entry {
    weak var control: NSControl?
    let sinks = Multicast<Void>()
  }

  private static var entries: [ObjectIdentifier: Entry] = [:]

  static func add(_ call: @escaping @MainActor () -> Void, to control: NSControl) -> Cancellation {
    let key = ObjectIdentifier(control)
    // At the address of a control that is dead another one may live.
    let known = entries[key].flatMap { $0.control === control ? $0 : nil }
    let entry = known ?? Entry(control: control)
    entries[key] = entry
    let subscription = entry.sinks.sink(call)
    return Cancellation {
      subscription.cancel()
      guard let left = entries[key], left.sinks === entry.sinks else { return }
      if left.sinks.sinkCount == 0 { entries[key] = nil }
    }
  }

  static func send(from control: NSControl) {
    guard let entry = entries[ObjectIdentifier(control)], entry.control === control else { return }
    entry.sinks.send(())
  }
}
#endif

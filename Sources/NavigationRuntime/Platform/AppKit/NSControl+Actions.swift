#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// A control of AppKit that reports when it sends its action.
///
/// A control has a single target, which is the app's. So on a device `Platform/ObjectiveC/`
/// conforms all controls; where the Objective-C runtime is missing, the stand-in for AppKit does.
@MainActor
package protocol AppKitControlSource {
  /// Starts calling `actionWasSent()` after each action; called at each subscription.
  func beginTellingActions()
}

extension NSControl {
  /// Calls a closure each time the action is sent.
  ///
  /// - Parameter call: The closure.
  /// - Returns: The handle that keeps the closure.
  func onActionSent(_ call: @escaping @MainActor () -> Void) -> Cancellation {
    // Looked up at run time, since on the stand-in the conformance is not this module's.
    guard let source = self as AnyObject as? any AppKitControlSource else {
      return Cancellation {}
    }
    source.beginTellingActions()
    return ControlObservers.add(call, to: self)
  }

  /// Notifies observers that the control has sent its action; called after its target has received
  /// it.
  package func actionWasSent() { ControlObservers.send(from: self) }
}

/// The observers of each control, while there are any.
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
    // A control may have the address of a dead one.
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

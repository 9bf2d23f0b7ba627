#if canImport(AppKit) && canImport(ObjectiveC) && !targetEnvironment(macCatalyst)
import AppKit

/// Controls say that they send their action to whoever it is for.
extension NSControl: AppKitControlSource {
  package func onAction(_ call: @escaping @MainActor () -> Void) -> Cancellation {
    MethodWrapping.wrap(NSControl.self) {
      [
        .init(
          #selector(NSControl.sendAction(_:to:)),
          #selector(NSControl.navigation_sendAction(_:to:)))
      ]
    }
    // A control without an action has nothing to send.
    if action == nil {
      target = ControlActions.nobody
      action = #selector(NobodysTarget.ignore)
    }
    let key = ObjectIdentifier(self)
    if ControlActions.observers[key]?.control !== self {
      ControlActions.observers[key] = ControlActions.Observers(control: self)
    }
    let sinks = ControlActions.observers[key]?.sinks
    guard let subscription = sinks?.sink(call) else { return Cancellation {} }
    return Cancellation {
      subscription.cancel()
      guard let left = ControlActions.observers[key], left.sinks === sinks else { return }
      if left.sinks.sinkCount == 0 { ControlActions.observers[key] = nil }
    }
  }

  @objc fileprivate func navigation_sendAction(
    _ action: Selector?, to target: AnyObject?
  ) -> Bool {
    let isSent = navigation_sendAction(action, to: target)
    if let observers = ControlActions.observers[ObjectIdentifier(self)], observers.control === self
    {
      observers.sinks.send(())
    }
    return isSent
  }
}

@MainActor
private enum ControlActions {
  @MainActor
  struct Observers {
    weak var control: NSControl?
    let sinks = Multicast<Void>()
  }

  /// Of controls that somebody has subscribed to, until nobody does any more.
  static var observers: [ObjectIdentifier: Observers] = [:]
  static let nobody = NobodysTarget()
}

@MainActor
private final class NobodysTarget: NSObject {
  @objc func ignore() {}
}
#endif

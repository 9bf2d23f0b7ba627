#if canImport(AppKit) && canImport(ObjectiveC) && !targetEnvironment(macCatalyst)
import AppKit

/// Controls notify their observers after they have sent their action to its target.
extension NSControl: AppKitControlSource {
  package func startObservingActions() {
    MethodWrapping.wrap(NSControl.self) {
      [
        .init(
          #selector(NSControl.sendAction(_:to:)),
          #selector(NSControl.navigation_sendAction(_:to:)))
      ]
    }
    // A control without an action would send nothing. The target is the app's, which may set an
    // action later.
    if action == nil { action = .navigationPlaceholder }
  }

  @objc nonisolated fileprivate func navigation_sendAction(
    _ action: Selector?, to target: AnyObject?
  ) -> Bool {
    var isSent = false
    wrapped(self) { control, call in
      call()
      control.actionWasSent()
    } _: {
      guard action != .navigationPlaceholder else { return }
      isSent = navigation_sendAction(action, to: target)
    }
    return isSent
  }
}

extension Selector {
  /// The action of an observed control that has none: no object implements it, and it is not sent.
  fileprivate static var navigationPlaceholder: Selector { Selector(("navigation_placeholder:")) }
}
#endif

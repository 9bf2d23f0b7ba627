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
    // A control without an action would send nothing.
    if action == nil {
      target = NoOpTarget.shared
      action = #selector(NoOpTarget.ignore)
    }
  }

  @objc nonisolated fileprivate func navigation_sendAction(
    _ action: Selector?, to target: AnyObject?
  ) -> Bool {
    var isSent = false
    wrapped(self) { control, call in
      call()
      control.actionWasSent()
    } _: {
      isSent = navigation_sendAction(action, to: target)
    }
    return isSent
  }
}

@MainActor
private final class NoOpTarget: NSObject {
  static let shared = NoOpTarget()

  @objc func ignore() {}
}
#endif

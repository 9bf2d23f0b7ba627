#if canImport(AppKit) && canImport(ObjectiveC) && !targetEnvironment(macCatalyst)
import AppKit

/// Controls notify their observers after they have sent their action to its target.
extension NSControl: AppKitControlSource {
  package func beginTellingActions() {
    MethodWrapping.wrap(NSControl.self) {
      [
        .init(
          #selector(NSControl.sendAction(_:to:)),
          #selector(NSControl.navigation_sendAction(_:to:)))
      ]
    }
    // A control without an action would send nothing.
    if action == nil {
      target = NobodysTarget.nobody
      action = #selector(NobodysTarget.ignore)
    }
  }

  @objc fileprivate func navigation_sendAction(
    _ action: Selector?, to target: AnyObject?
  ) -> Bool {
    let isSent = navigation_sendAction(action, to: target)
    actionWasSent()
    return isSent
  }
}

@MainActor
private final class NobodysTarget: NSObject {
  static let nobody = NobodysTarget()

  @objc func ignore() {}
}
#endif

import AppKit
import NavigationRuntime

/// What stands for the methods that `Platform/ObjectiveC/` puts around AppKit's, in this one place:
/// the same ones, each around the same call.
extension NSResponder: WatchedResponder {
  package func beginTelling(keeping keeper: AnyObject) {
    _ = StandInMethods.areWrapped
    standInKeeper = keeper
  }
}

@MainActor
private enum StandInMethods {
  static let areWrapped: Bool = {
    StandInHooks.present = { subject, call in
      guard let lifecycle = known(subject.0) else { return call() }
      lifecycle.duringAppKitPresentation(of: subject.1, call)
    }
    StandInHooks.dismiss = { subject, call in
      guard let lifecycle = known(subject.0) else { return call() }
      lifecycle.duringAppKitDismissal(of: subject.1, call)
    }
    StandInHooks.change = { controller, call in
      guard let lifecycle = known(controller) else { return call() }
      lifecycle.duringAppKitCall(call)
    }
    StandInHooks.setContent = { window, call in
      guard let lifecycle = NavigationContext.shared.registry.knownLifecycle(of: window) else {
        return call()
      }
      lifecycle.duringAppKitCall(call)
    }
    StandInHooks.appearance = { known($0)?.appKitAppearanceDidEnd(of: $0) }
    StandInHooks.action = { StandInControls.send($0) }
    return true
  }()

  static func known(_ controller: NSViewController) -> NavigationLifecycle? {
    if let known = NavigationContext.shared.registry.knownLifecycle(of: controller) { return known }
    return controller.parent.flatMap { known($0) }
  }
}

/// Who has subscribed to a control.
extension NSControl: AppKitControlSource {
  package func onAction(_ call: @escaping @MainActor () -> Void) -> Cancellation {
    StandInHooks.action = { StandInControls.send($0) }
    return StandInControls.add(self, call)
  }
}

@MainActor
private enum StandInControls {
  private struct Entry {
    let id: Int
    weak var control: NSControl?
    let call: @MainActor () -> Void
  }

  private static var entries: [Entry] = []
  private static var nextID = 0

  static func add(_ control: NSControl, _ call: @escaping @MainActor () -> Void) -> Cancellation {
    nextID += 1
    let id = nextID
    entries.append(Entry(id: id, control: control, call: call))
    return Cancellation { entries.removeAll { $0.id == id } }
  }

  static func send(_ control: NSControl) {
    for entry in entries where entry.control === control { entry.call() }
  }
}

import AppKit
import NavigationRuntime

/// What stands for the methods that `Platform/ObjectiveC/` puts around AppKit's, in this one place:
/// the same ones, each with what is to be done around it.
extension NSResponder: WatchedResponder {
  package func startObserving(retaining keeper: AnyObject) {
    AppKitNotifications.observe()
    standInKeeper = keeper
    switch self {
    case is NSViewController:
      StandInMethods.classes.wrapOnce(NSViewController.self, StandInMethods.wrapControllers)
      StandInMethods.classes.wrapOnce(NSWindow.self, StandInMethods.wrapWindows)
      if self is NSTabViewController {
        StandInMethods.classes.wrapOnce(NSTabViewController.self, StandInMethods.wrapTabs)
      }
    case is NSWindow: StandInMethods.classes.wrapOnce(NSWindow.self, StandInMethods.wrapWindows)
    default: break
    }
  }

  // The stand-in has no run loop; tests end turns themselves.
  package func observeTurnsOfRunLoop(_ turn: @escaping @MainActor () -> Void) -> Cancellation {
    Cancellation {}
  }
}

extension NSControl: AppKitControlSource {
  package func startObservingActions() {
    StandInMethods.classes.wrapOnce(NSControl.self) {
      StandInHooks.action = { $0.actionWasSent() }
    }
  }
}

@MainActor
private enum StandInMethods {
  static var classes = WrappedClasses()

  static func wrapControllers() {
    StandInHooks.present = { $0.0.duringPresentation(of: $0.1, $1) }
    StandInHooks.dismiss = { $0.0.duringDismissal(of: $0.1, $1) }
    StandInHooks.dismissByAction = { $0.0.duringAction($0.1, $1) }
    StandInHooks.insert = { $0.0.duringInsertion(of: $0.1, $1) }
    StandInHooks.change = { $0.duringChange($1) }
    StandInHooks.didAppear = { $0.didAppear() }
    StandInHooks.didDisappear = { $0.didDisappear() }
  }

  static func wrapTabs() {
    StandInHooks.select = { $0.duringSelection($1) }
  }

  static func wrapWindows() {
    StandInHooks.setContent = { $0.duringChangeOfContent($1) }
    StandInHooks.performClose = { $0.duringUsersClosing($1) }
    StandInHooks.close = { $0.duringClosing($1) }
    StandInHooks.beginSheet = { $0.0.duringSheet($0.1, $1) }
    StandInHooks.beginCriticalSheet = { $0.0.duringSheet($0.1, $1) }
    StandInHooks.endSheet = { $0.0.duringEndOfSheet($0.1, $1) }
  }
}

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// The adapter's state for a controller or window, for facts that AppKit reports only once.
@MainActor
final class AppKitState {
  /// Whether the window has been closed and not shown again.
  var isClosed = false

  /// The cause of the presented controller's dismissal, as far as it was known at its beginning.
  var leavingCause: NavigationCause?

  /// Whether a controller has presented the controller, even if the presenter is released by now.
  var isPresented = false

  /// Whether foreign code shows the controller in a sheet, without a presenter.
  var isInForeignSheet = false

  /// The controller over which foreign code shows this one in a popover.
  weak var popoverHost: NSViewController?

  /// The popovers that foreign code shows over the controller, the newest last.
  private var popovers: [WeakPopover] = []

  /// The newest popover that foreign code shows over the controller.
  var popover: NSPopover? { popovers.last { $0.popover != nil }?.popover }

  func add(_ popover: NSPopover) { popovers.append(WeakPopover(popover: popover)) }

  func removePopover(of content: AnyObject?) {
    popovers.removeAll { $0.popover == nil || $0.popover?.contentViewController === content }
  }

  private struct WeakPopover {
    weak var popover: NSPopover?
  }
}

extension NavigationLifecycle {
  /// The adapter's state, made on first use.
  var appKit: AppKitState {
    if let known = knownAppKit { return known }
    let state = AppKitState()
    adapterState = state
    return state
  }

  /// Ends the relation to a foreign host; called when the controller is presented or no longer
  /// shown.
  func forgetForeignHost() {
    guard let state = knownAppKit else { return }
    state.isInForeignSheet = false
    state.popoverHost?.givenLifecycle?.knownAppKit?.removePopover(of: element)
    state.popoverHost = nil
  }

  /// The adapter's state, if there is one.
  var knownAppKit: AppKitState? { adapterState as? AppKitState }
}

extension NSResponder {
  /// The lifecycle, if the runtime has one for the object.
  var givenLifecycle: NavigationLifecycle? {
    NavigationContext.shared.registry.knownLifecycle(of: self)
  }
}
#endif

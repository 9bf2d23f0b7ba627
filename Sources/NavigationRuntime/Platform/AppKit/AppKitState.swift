#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// What the adapter remembers of a controller or a window, since AppKit says it once.
@MainActor
final class AppKitState {
  /// Whether the window has been closed, and not shown again.
  var isClosed = false

  /// Who takes the presented controller away, as far as that could be seen when it began.
  var leavingCause: NavigationCause?

  /// Whether a controller has presented the controller, though it may have gone since.
  var isPresented = false

  /// Whether foreign code has shown the controller in a sheet, so that nobody presents it.
  var isInForeignSheet = false

  /// Over whom foreign code shows the controller in a popover.
  weak var popoverHost: NSViewController?

  /// What foreign code shows over the controller, the newest last.
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
  /// What the adapter remembers; made when it first has to.
  var appKit: AppKitState {
    if let known = knownAppKit { return known }
    let state = AppKitState()
    adapterState = state
    return state
  }

  /// The controller is presented by another one, or shown no more.
  func forgetForeignHost() {
    guard let state = knownAppKit else { return }
    state.isInForeignSheet = false
    state.popoverHost?.givenLifecycle?.knownAppKit?.removePopover(of: element)
    state.popoverHost = nil
  }

  /// What the adapter remembers, if anything.
  var knownAppKit: AppKitState? { adapterState as? AppKitState }
}

extension NSResponder {
  /// The lifecycle, if the runtime has been given the object.
  var givenLifecycle: NavigationLifecycle? {
    NavigationContext.shared.registry.knownLifecycle(of: self)
  }
}
#endif

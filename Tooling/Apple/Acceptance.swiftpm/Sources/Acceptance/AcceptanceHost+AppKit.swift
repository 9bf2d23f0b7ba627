#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import NavigationRuntime

extension Acceptance {
  /// All tests, in the order of their identifiers.
  public static let all = presentationsOnMac + windowsOnMac
}

extension AcceptanceRun {
  /// Makes a controller the content of the window, and begins to record changes.
  func show(_ content: NSViewController) async {
    host.window.contentViewController = content
    await host.settle()
    forgetChanges()
  }

  /// Presents as a sheet or in a popover, and waits until the presentation has ended.
  func present(
    _ controller: NSViewController, on presenter: NSViewController, inPopover: Bool
  ) async {
    if inPopover {
      presenter.present(
        controller, asPopoverRelativeTo: presenter.view.bounds, of: presenter.view,
        preferredEdge: .maxY, behavior: .transient)
    } else {
      presenter.presentAsSheet(controller)
    }
    await host.settle()
  }
}

/// The app around a test: a screen, a user, and time.
@MainActor
public protocol AcceptanceHost: AnyObject {
  /// A visible window.
  var window: NSWindow { get }
  /// The store that observes the window.
  var store: NavigationStore { get }

  /// Returns the store of another window.
  ///
  /// - Parameter window: The window.
  /// - Returns: Its store.
  func store(of window: NSWindow) -> NavigationStore

  /// Waits for the end of a turn of the run loop.
  func turn() async

  /// Waits until no window moves.
  func settle() async

  /// Clicks the close button of a window.
  ///
  /// - Parameter window: The window.
  /// - Returns: Whether the host can do so.
  func clickCloseButton(of window: NSWindow) async -> Bool

  /// Clicks AppKit's tab.
  ///
  /// - Parameters:
  ///   - index: The index of the tab.
  ///   - tabs: The tab view controller.
  /// - Returns: Whether the host can do so.
  func clickTab(at index: Int, in tabs: NSTabViewController) async -> Bool

  /// Clicks beside a popover.
  ///
  /// - Parameter popover: The presented controller.
  /// - Returns: Whether the host can do so.
  func clickBeside(_ popover: NSViewController) async -> Bool
}

/// A screen that records through which methods it presents and dismisses.
final class Probe: NSViewController {
  private(set) var calls: [String] = []

  convenience init(_ name: String) {
    self.init(nibName: nil, bundle: nil)
    identifier = NSUserInterfaceItemIdentifier(name)
  }

  override func loadView() {
    view = NSView(frame: CGRect(x: 0, y: 0, width: 240, height: 160))
  }

  override func present(
    _ viewController: NSViewController, animator: any NSViewControllerPresentationAnimator
  ) {
    calls.append("present")
    super.present(viewController, animator: animator)
  }

  override func dismiss(_ viewController: NSViewController) {
    calls.append("dismiss")
    super.dismiss(viewController)
  }
}

/// Collects what a closure returns for each notification, which AppKit posts on the main thread; on
/// Linux the main actor may have none of its own.
@MainActor
final class Notices<Value: Sendable> {
  private(set) var values: [Value] = []
  /// Whether each notification has been posted on the main thread.
  private(set) var areOnMainThread = true
  private var token: (any NSObjectProtocol)?

  init(
    _ name: Notification.Name, of object: AnyObject,
    value: @escaping @MainActor @Sendable () -> Value
  ) {
    token = NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) {
      [weak self] _ in
      #if canImport(ObjectiveC)
      guard Thread.isMainThread else {
        return DispatchQueue.main.async { self?.areOnMainThread = false }
      }
      #endif
      MainActor.assumeIsolated { self?.values.append(value()) }
    }
  }

  func end() {
    if let token { NotificationCenter.default.removeObserver(token) }
    token = nil
  }
}
#endif

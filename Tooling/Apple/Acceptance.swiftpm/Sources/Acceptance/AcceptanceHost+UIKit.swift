#if canImport(UIKit)
import NavigationRuntime
import UIKit

extension Acceptance {
  /// All tests, in the order of their identifiers.
  public static let all = swiftUI + presentations + gestures + stacks + containers + visibility
}

extension AcceptanceRun {
  /// Makes a controller the root of the window, and begins to record changes.
  func show(_ root: UIViewController) async {
    host.window.rootViewController = root
    await host.settle()
    forgetChanges()
  }

  /// Presents and waits until the presentation has ended.
  func present(
    _ controller: UIViewController, on presenter: UIViewController, animated: Bool = false
  ) async {
    presenter.present(controller, animated: animated)
    await host.settle()
    _ = takeCauses()
  }
}

/// The app around a test: a screen, a user, and time.
@MainActor
public protocol AcceptanceHost: AnyObject {
  /// A visible window.
  var window: UIWindow { get }
  /// The store that observes the window.
  var store: NavigationStore { get }

  /// Waits for the end of a turn of the run loop.
  func turn() async

  /// Waits until no transition runs.
  func settle() async

  /// Taps the back button of a stack.
  ///
  /// - Parameter stack: The stack.
  /// - Returns: Whether the host can do so.
  func tapBack(in stack: UINavigationController) -> Bool

  /// Taps a tab.
  ///
  /// - Parameters:
  ///   - index: The index of the tab.
  ///   - tabs: The tab bar controller.
  /// - Returns: Whether the host can do so.
  func tapTab(at index: Int, in tabs: UITabBarController) -> Bool

  /// Taps beside a popover.
  ///
  /// - Parameter popover: The presented controller.
  /// - Returns: Whether the host can do so.
  func tapBeside(_ popover: UIViewController) -> Bool

  /// Moves the app to the background.
  ///
  /// - Returns: Whether the host can do so.
  func enterBackground() -> Bool

  /// Makes a tab bar controller with more tabs than a narrow bar has room for.
  ///
  /// - Parameter controllers: The controllers of the tabs.
  /// - Returns: The tab bar controller.
  func crowdedTabs(of controllers: [UIViewController]) -> UITabBarController

  /// Shows the "More" navigation controller.
  ///
  /// - Parameter tabs: The tab bar controller from ``crowdedTabs(of:)``.
  /// - Returns: Whether there is one.
  func showMore(in tabs: UITabBarController) -> Bool

  /// Makes a split view controller of two columns with an inspector, with room for all of them.
  ///
  /// - Parameter inspector: The controller of the inspector's column.
  /// - Returns: The split view controller; `nil` if the platform has no such column.
  func inspectedSplit(with inspector: UIViewController) -> UISplitViewController?

  /// Shows or hides the inspector without an animation.
  ///
  /// - Parameters:
  ///   - isShown: Whether the inspector is to be shown.
  ///   - split: The split view controller from ``inspectedSplit(with:)``.
  func setInspector(isShown: Bool, in split: UISplitViewController)

  /// Makes hosting controllers whose views are containers of SwiftUI's.
  ///
  /// - Returns: The name of the container and the controller, for each.
  func swiftUIContainers() -> [(name: String, host: UIViewController)]

  /// Prepares a controller, before it is presented, for being pulled down.
  ///
  /// - Parameter sheet: The controller.
  func preparePullDown(of sheet: UIViewController)

  /// Begins to pull a sheet down.
  ///
  /// - Parameter sheet: The presented controller.
  /// - Returns: The gesture; `nil` if the host cannot do so.
  func beginPullDown(of sheet: UIViewController) async -> AcceptanceGesture?

  /// Pulls a sheet down with UIKit's own gesture, as far as its presentation allows.
  ///
  /// - Parameter sheet: The presented controller.
  /// - Returns: Whether the host can do so.
  func pullDown(_ sheet: UIViewController) -> Bool

  /// Begins to swipe back in a stack.
  ///
  /// - Parameter stack: The stack.
  /// - Returns: The gesture; `nil` if the host cannot do so.
  func beginSwipeBack(in stack: UINavigationController) async -> AcceptanceGesture?
}

/// A gesture that drives a transition.
@MainActor
public struct AcceptanceGesture {
  /// Lifts the finger far enough for the change to happen.
  public let finish: () -> Void
  /// Lifts the finger too early for it.
  public let cancel: () -> Void

  /// Makes a gesture.
  ///
  /// - Parameters:
  ///   - finish: Ends it with the change.
  ///   - cancel: Ends it without.
  public init(finish: @escaping () -> Void, cancel: @escaping () -> Void) {
    self.finish = finish
    self.cancel = cancel
  }
}

/// A screen that reports its callbacks.
final class Probe: UIViewController {
  /// Called with the name of each callback, after the call to `super`.
  var onCallback: ((String) -> Void)?
  private(set) var callbacks: [String] = []

  convenience init(_ name: String) {
    self.init(nibName: nil, bundle: nil)
    restorationIdentifier = name
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    record("viewWillAppear")
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    record("viewDidAppear")
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    record("viewWillDisappear")
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    record("viewDidDisappear")
  }

  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    record("didMove")
  }

  private func record(_ callback: String) {
    callbacks.append(callback)
    onCallback?(callback)
  }
}

/// Returns a stack of screens with these names.
@MainActor
func stack(_ names: String...) -> UINavigationController {
  let stack = UINavigationController(nibName: nil, bundle: nil)
  stack.restorationIdentifier = "Stack"
  stack.setViewControllers(names.map { Probe($0) }, animated: false)
  return stack
}
#endif

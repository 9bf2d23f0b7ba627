#if canImport(UIKit)
import Dispatch
import NavigationRuntime
import UIKit

/// A test of one assumption about UIKit that no document of Apple's promises.
///
/// `Docs/Platforms.md` lists the assumptions by the same identifiers and names. A test uses UIKit
/// through its public interface, and the host for the user's moves, so that it runs in an app on a
/// device and on the stand-in.
public struct Acceptance: Sendable, CustomStringConvertible {
  /// The identifier in the list of assumptions.
  public let id: String
  /// The name in the list of assumptions.
  public let name: String
  /// The assumption in a sentence.
  public let sentence: String
  private let body: @MainActor @Sendable (AcceptanceRun) async -> Void

  init(
    _ id: String, _ name: String, _ sentence: String,
    body: @escaping @MainActor @Sendable (AcceptanceRun) async -> Void
  ) {
    self.id = id
    self.name = name
    self.sentence = sentence
    self.body = body
  }

  /// The identifier and the name.
  public var description: String { "\(id) \(name)" }

  /// All tests, in the order of their identifiers.
  public static let all = presentations + gestures + stacks + containers + visibility

  /// Runs the test.
  ///
  /// - Parameter host: A host with nothing on its screen.
  /// - Returns: The run, which has ended.
  @MainActor
  public func run(in host: any AcceptanceHost) async -> AcceptanceRun {
    let run = AcceptanceRun(host)
    await body(run)
    return run
  }
}

/// The findings of a test, and the means by which it makes them.
@MainActor
public final class AcceptanceRun {
  /// The screen and the user.
  let host: any AcceptanceHost
  /// The expectations that did not hold.
  public private(set) var faults: [String] = []
  /// The user's moves that the host cannot make; the test then shows nothing about them.
  public private(set) var missingMoves: [String] = []
  private var changes: [NavigationChange] = []
  private var subscription: Cancellation?

  init(_ host: any AcceptanceHost) {
    self.host = host
    subscription = host.store.onChange { [weak self] in self?.changes.append($0) }
  }

  /// Records a fault unless the expectation holds.
  func expect(_ holds: Bool, _ text: String) {
    if !holds { faults.append(text) }
  }

  /// Records a move that the host cannot make.
  func lacks(_ move: String) { missingMoves.append(move) }

  /// Makes a controller the root of the window, and begins to record changes.
  func show(_ root: UIViewController) async {
    host.window.rootViewController = root
    await host.settle()
    changes = []
  }

  /// Returns the kinds of causes of the changes since the last call.
  func takeCauses() -> [NavigationCause.Kind] {
    defer { changes = [] }
    return changes.map(\.cause.kind)
  }

  /// Presents and waits until the presentation has ended.
  func present(
    _ controller: UIViewController, on presenter: UIViewController, animated: Bool = false
  ) async {
    presenter.present(controller, animated: animated)
    await host.settle()
    _ = takeCauses()
  }

  /// Takes turns of the main queue until a condition holds.
  ///
  /// - Parameters:
  ///   - count: The number of turns.
  ///   - isDone: The condition.
  /// - Returns: Whether it holds at the end.
  func turns(_ count: Int, until isDone: () -> Bool) async -> Bool {
    for _ in 0..<count where !isDone() { await turnOfMainQueue() }
    return isDone()
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

  /// Prepares a controller, before it is presented, for being pulled down.
  ///
  /// - Parameter sheet: The controller.
  func preparePullDown(of sheet: UIViewController)

  /// Begins to pull a sheet down.
  ///
  /// - Parameter sheet: The presented controller.
  /// - Returns: The gesture; `nil` if the host cannot do so.
  func beginPullDown(of sheet: UIViewController) async -> AcceptanceGesture?

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

/// Waits for a turn of the main queue.
@MainActor
public func turnOfMainQueue() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
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

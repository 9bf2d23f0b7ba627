// UIKit's names for the headless controllers and for what the specifications' examples use, and
// nothing else: an adapter cannot use what has no name here. Docs/Platforms.md lists where they are
// more lenient than UIKit.
import Foundation
import HeadlessStandIn

// A class inside it stands in a signature of the adapter's.
@_exported import class HeadlessStandIn.HeadlessControl

/// Stands in for UIKit's class.
public typealias UIResponder = HeadlessResponder
/// Stands in for UIKit's class.
public typealias UIView = HeadlessView
/// Stands in for UIKit's class.
public typealias UIWindow = HeadlessWindow
/// Stands in for UIKit's class.
public typealias UIWindowScene = HeadlessWindowScene
/// Stands in for UIKit's class.
public typealias UIViewController = HeadlessViewController
/// Stands in for UIKit's class.
public typealias UINavigationController = HeadlessNavigationController
/// Stands in for UIKit's class.
public typealias UITabBarController = HeadlessTabBarController
/// Stands in for UIKit's class.
public typealias UITab = HeadlessTab
/// Stands in for UIKit's class.
public typealias UITabGroup = HeadlessTabGroup
/// Stands in for UIKit's class.
public typealias UISplitViewController = HeadlessSplitViewController

/// Stands in for a split view controller of iOS 26, with an inspector.
///
/// The column has none of the headless names, and is one of the `viewControllers` while it is hidden,
/// too: its view alone shows which it is.
@MainActor
public final class StandInInspectedSplit: UISplitViewController {
  private let inspector: UIViewController

  /// Makes a split with a hidden inspector and two empty columns.
  public init(inspector: UIViewController) {
    self.inspector = inspector
    super.init(style: .doubleColumn)
  }

  /// Not used.
  public required init?(coder: NSCoder) { nil }

  public override var viewControllers: [UIViewController] {
    get { super.viewControllers + [inspector] }
    set { super.viewControllers = newValue }
  }

  /// Stands in for `show(.inspector)`.
  public func showInspector() { view.addSubview(inspector.view) }

  /// Stands in for `hide(.inspector)`.
  public func hideInspector() { inspector.view.removeFromSuperview() }
}

/// Stands in for UIKit's class.
public typealias UIPageViewController = HeadlessPageViewController
/// Stands in for UIKit's class.
public typealias UIAlertController = HeadlessAlertController
/// Stands in for UIKit's enumeration.
public typealias UIModalPresentationStyle = HeadlessModalPresentationStyle
/// Stands in for UIKit's protocol.
public typealias UIViewControllerTransitionCoordinator =
  HeadlessViewControllerTransitionCoordinator
/// Stands in for UIKit's protocol.
public typealias UIViewControllerTransitionCoordinatorContext =
  HeadlessViewControllerTransitionCoordinatorContext
/// Stands in for UIKit's class.
public typealias UIPresentationController = HeadlessPresentationController

extension HeadlessPresentationController {
  /// Whether the presenter's view leaves the screen, by the style that the delegate has not adapted.
  public var shouldRemovePresentersView: Bool { presentationStyle.coversPresenter }

  /// The traits of the screen.
  public var traitCollection: UITraitCollection { .standIn }

  /// At what a popover points.
  public var sourceItem: AnyObject? { barButtonItem ?? sourceView }

  /// The view around the presented one.
  public var containerView: UIView? { presentedViewController?.viewIfLoaded?.superview }
}

/// Stands in for UIKit's class.
public typealias UIBarButtonItem = HeadlessBarButtonItem
/// Stands in for UIKit's class.
public typealias UIPopoverPresentationController = HeadlessPresentationController

/// Stands in for UIKit's protocol, whose methods are optional.
@MainActor
public protocol UIPopoverPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  /// The popover is about to be presented, and may get its source here.
  func prepareForPopoverPresentation(
    _ popoverPresentationController: UIPopoverPresentationController)
}

/// Stands in for UIKit's class.
public typealias UILabel = HeadlessLabel
/// Stands in for UIKit's class.
public typealias UIImage = HeadlessImage
/// Stands in for UIKit's class.
public typealias UITabBarItem = HeadlessTabBarItem
/// Stands in for UIKit's class.
public typealias UIAlertAction = HeadlessAlertAction
/// Stands in for UIKit's protocol, whose methods are optional.
public typealias UINavigationControllerDelegate = HeadlessNavigationControllerDelegate
/// Stands in for UIKit's protocol, whose methods are optional.
public typealias UIAdaptivePresentationControllerDelegate =
  HeadlessAdaptivePresentationControllerDelegate

extension HeadlessAdaptivePresentationControllerDelegate {
  /// Stands in for UIKit's method with traits, which the headless protocol has not.
  public func adaptivePresentationStyle(
    for controller: UIPresentationController, traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle { adaptivePresentationStyle(for: controller) }
}

/// Stands in for UIKit's enumeration.
public enum UIKeyboardType: Int, Sendable {
  /// For everything.
  case `default` = 0
  /// With the signs of addresses.
  case emailAddress = 7
}

extension HeadlessTextField {
  /// The keyboard for the text; not kept.
  public var keyboardType: UIKeyboardType {
    get { .default }
    set {}
  }
}

/// Stands in for UIKit's class.
@MainActor
open class UIScreen {
  /// The built-in one.
  public static let main = UIScreen()

  /// How large it is.
  open var bounds: CGRect { .zero }
}

/// Stands in for UIKit's class.
@MainActor
open class UIApplication: UIResponder {
  /// Stands in for UIKit's structure.
  public struct LaunchOptionsKey: Hashable, Sendable {}
  /// Stands in for UIKit's structure.
  public struct OpenURLOptionsKey: Hashable, Sendable {}

  /// The running app.
  public static let shared = UIApplication()
}

/// Stands in for UIKit's protocol, whose methods are optional.
@MainActor
public protocol UIApplicationDelegate {
  /// The app has been launched.
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  /// The app is to open something.
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool
}

/// Stands in for UIKit's class.
public typealias UIAction = HeadlessAction
/// Stands in for UIKit's class.
public typealias UIControl = HeadlessControl
/// Stands in for UIKit's class.
public typealias UIButton = HeadlessButton
/// Stands in for UIKit's class.
public typealias UITextField = HeadlessTextField
/// Stands in for UIKit's class.
public typealias UISwitch = HeadlessSwitch

/// Stands in for UIKit's enumeration.
public enum UIUserInterfaceIdiom: Int, Sendable {
  /// Not known.
  case unspecified = -1
  /// A telephone.
  case phone = 0
  /// A tablet.
  case pad = 1
  /// A television.
  case tv = 2
  /// A Mac.
  case mac = 5
}

/// Stands in for UIKit's enumeration.
public enum UIUserInterfaceSizeClass: Int, Sendable {
  /// Not known.
  case unspecified = 0
  /// Little room.
  case compact = 1
  /// Much room.
  case regular = 2
}

/// Stands in for UIKit's class.
@MainActor
open class UITraitCollection {
  /// Those of the screen: of a telephone, unless a test changes them for a while.
  public static var standIn = telephone
  /// Those of a telephone.
  public static let telephone = UITraitCollection(.phone, .compact)
  /// Those of a tablet.
  public static let tablet = UITraitCollection(.pad, .regular)

  /// What the app runs on.
  public final let userInterfaceIdiom: UIUserInterfaceIdiom
  /// The room in the width.
  public final let horizontalSizeClass: UIUserInterfaceSizeClass

  private init(_ idiom: UIUserInterfaceIdiom, _ width: UIUserInterfaceSizeClass) {
    userInterfaceIdiom = idiom
    horizontalSizeClass = width
  }
}

extension HeadlessView {
  /// Those of the screen.
  public var traitCollection: UITraitCollection { .standIn }
}

/// Stands in for UIKit's class; targets need selectors, which Linux has not.
@MainActor
open class UIGestureRecognizer {
  /// How far the gesture has come.
  public enum State: Int, Sendable {
    /// Nothing yet.
    case possible = 0
    /// It has begun.
    case began = 1
    /// It goes on.
    case changed = 2
    /// It has ended, or been recognized.
    case ended = 3
    /// It was taken back.
    case cancelled = 4
    /// It was another one.
    case failed = 5

    /// It has been recognized.
    public static var recognized: Self { .ended }
  }

  /// How far the gesture has come; the stand-in's targets are called when it changes.
  open var state = State.possible {
    didSet { for target in targets { target.call() } }
  }

  private var targets: [(id: Int, call: @MainActor () -> Void)] = []
  private var nextID = 0

  /// Makes a recognizer without a target.
  public init() {}

  /// Calls a closure at each change of the state, in place of a target's selector.
  package func standInAddTarget(_ call: @escaping @MainActor () -> Void) -> Int {
    nextID += 1
    targets.append((nextID, call))
    return nextID
  }

  /// Calls it no longer.
  package func standInRemoveTarget(_ id: Int) {
    targets.removeAll { $0.id == id }
  }
}

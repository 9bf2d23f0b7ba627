// What the specifications' examples use of UIKit, beyond what the adapters do.
import Foundation
import HeadlessStandIn

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

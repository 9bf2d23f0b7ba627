#if canImport(UIKit) && !os(watchOS)
import UIKit

/// The platform's view controller: `UIViewController` here.
public typealias PlatformViewController = UIViewController
/// The platform's stack container: `UINavigationController` here.
public typealias PlatformNavigationController = UINavigationController
/// The platform's tab container: `UITabBarController` here.
public typealias PlatformTabBarController = UITabBarController
/// The platform's window: `UIWindow` here.
public typealias PlatformWindow = UIWindow
#elseif canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// The platform's view controller: `NSViewController` here.
public typealias PlatformViewController = NSViewController
/// The platform's stack container: this library's own here, as AppKit has none.
public typealias PlatformNavigationController = StackViewController
/// The platform's tab container: `NSTabViewController` here.
public typealias PlatformTabBarController = NSTabViewController
/// The platform's window: `NSWindow` here.
public typealias PlatformWindow = NSWindow
#else
/// The platform's view controller: the headless one here.
public typealias PlatformViewController = HeadlessViewController
/// The platform's stack container: the headless one here.
public typealias PlatformNavigationController = HeadlessNavigationController
/// The platform's tab container: the headless one here.
public typealias PlatformTabBarController = HeadlessTabBarController
/// The platform's window: the headless one here.
public typealias PlatformWindow = HeadlessWindow
#endif

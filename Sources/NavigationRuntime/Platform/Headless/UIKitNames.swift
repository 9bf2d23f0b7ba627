// UIKit's names of the headless platform, where there is neither UIKit nor AppKit: screens and flows
// that are written for UIKit run there, as far as the headless classes go.
#if !canImport(UIKit) && !canImport(AppKit)
import Foundation

/// Foundation's class, which UIKit exports.
public typealias NSCoder = Foundation.NSCoder

/// UIKit's name of ``HeadlessResponder``, where there is no UIKit.
public typealias UIResponder = HeadlessResponder
/// UIKit's name of ``HeadlessView``, where there is no UIKit.
public typealias UIView = HeadlessView
/// UIKit's name of ``HeadlessWindow``, where there is no UIKit.
public typealias UIWindow = HeadlessWindow
/// UIKit's name of ``HeadlessWindowScene``, where there is no UIKit.
public typealias UIWindowScene = HeadlessWindowScene
/// UIKit's name of ``HeadlessColor``, where there is no UIKit.
public typealias UIColor = HeadlessColor
/// UIKit's name of ``HeadlessImage``, where there is no UIKit.
public typealias UIImage = HeadlessImage

/// UIKit's name of ``HeadlessLabel``, where there is no UIKit.
public typealias UILabel = HeadlessLabel
/// UIKit's name of ``HeadlessControl``, where there is no UIKit.
public typealias UIControl = HeadlessControl
/// UIKit's name of ``HeadlessButton``, where there is no UIKit.
public typealias UIButton = HeadlessButton
/// UIKit's name of ``HeadlessTextField``, where there is no UIKit.
public typealias UITextField = HeadlessTextField
/// UIKit's name of ``HeadlessSwitch``, where there is no UIKit.
public typealias UISwitch = HeadlessSwitch
/// UIKit's name of ``HeadlessAction``, where there is no UIKit.
public typealias UIAction = HeadlessAction
/// UIKit's name of ``HeadlessBarButtonItem``, where there is no UIKit.
public typealias UIBarButtonItem = HeadlessBarButtonItem
/// UIKit's name of ``HeadlessNavigationItem``, where there is no UIKit.
public typealias UINavigationItem = HeadlessNavigationItem
/// UIKit's name of ``HeadlessTabBarItem``, where there is no UIKit.
public typealias UITabBarItem = HeadlessTabBarItem

/// UIKit's name of ``HeadlessViewController``, where there is no UIKit.
public typealias UIViewController = HeadlessViewController
/// UIKit's name of ``HeadlessNavigationController``, where there is no UIKit.
public typealias UINavigationController = HeadlessNavigationController
/// UIKit's name of ``HeadlessNavigationControllerDelegate``, where there is no UIKit.
public typealias UINavigationControllerDelegate = HeadlessNavigationControllerDelegate
/// UIKit's name of ``HeadlessTabBarController``, where there is no UIKit.
public typealias UITabBarController = HeadlessTabBarController
/// UIKit's name of ``HeadlessTab``, where there is no UIKit.
public typealias UITab = HeadlessTab
/// UIKit's name of ``HeadlessTabGroup``, where there is no UIKit.
public typealias UITabGroup = HeadlessTabGroup
/// UIKit's name of ``HeadlessTabBarControllerDelegate``, where there is no UIKit.
public typealias UITabBarControllerDelegate = HeadlessTabBarControllerDelegate
/// UIKit's name of ``HeadlessSplitViewController``, where there is no UIKit.
public typealias UISplitViewController = HeadlessSplitViewController
/// UIKit's name of ``HeadlessSplitViewControllerDelegate``, where there is no UIKit.
public typealias UISplitViewControllerDelegate = HeadlessSplitViewControllerDelegate
/// UIKit's name of ``HeadlessPageViewController``, where there is no UIKit.
public typealias UIPageViewController = HeadlessPageViewController
/// UIKit's name of ``HeadlessPageViewControllerDataSource``, where there is no UIKit.
public typealias UIPageViewControllerDataSource = HeadlessPageViewControllerDataSource
/// UIKit's name of ``HeadlessPageViewControllerDelegate``, where there is no UIKit.
public typealias UIPageViewControllerDelegate = HeadlessPageViewControllerDelegate
/// UIKit's name of ``HeadlessAlertController``, where there is no UIKit.
public typealias UIAlertController = HeadlessAlertController
/// UIKit's name of ``HeadlessAlertAction``, where there is no UIKit.
public typealias UIAlertAction = HeadlessAlertAction

/// UIKit's name of ``HeadlessModalPresentationStyle``, where there is no UIKit.
public typealias UIModalPresentationStyle = HeadlessModalPresentationStyle
/// UIKit's name of ``HeadlessPresentationController``, where there is no UIKit.
public typealias UIPresentationController = HeadlessPresentationController
/// UIKit's name of ``HeadlessAdaptivePresentationControllerDelegate``, where there is no UIKit.
public typealias UIAdaptivePresentationControllerDelegate =
  HeadlessAdaptivePresentationControllerDelegate
/// UIKit's name of ``HeadlessViewControllerTransitionCoordinator``, where there is no UIKit.
public typealias UIViewControllerTransitionCoordinator =
  HeadlessViewControllerTransitionCoordinator
/// UIKit's name of ``HeadlessViewControllerTransitionCoordinatorContext``, where there is no UIKit.
public typealias UIViewControllerTransitionCoordinatorContext =
  HeadlessViewControllerTransitionCoordinatorContext

#endif

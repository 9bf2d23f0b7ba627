import HeadlessStandIn

// The tests and their support are the real ones and name headless classes. NavigationRuntime has
// classes of these names too; a name of the module's own goes before both, so that here they
// mean the classes that stand in for UIKit's.

/// The stand-in's class.
public typealias HeadlessPlatform = HeadlessStandIn.HeadlessPlatform
/// The stand-in's class.
public typealias HeadlessReport = HeadlessStandIn.HeadlessReport
/// The stand-in's class.
public typealias HeadlessGesture = HeadlessStandIn.HeadlessGesture
/// The stand-in's class.
public typealias HeadlessView = HeadlessStandIn.HeadlessView
/// The stand-in's class.
public typealias HeadlessWindow = HeadlessStandIn.HeadlessWindow
/// The stand-in's class.
public typealias HeadlessWindowScene = HeadlessStandIn.HeadlessWindowScene
/// The stand-in's class.
public typealias HeadlessViewController = HeadlessStandIn.HeadlessViewController
/// The stand-in's class.
public typealias HeadlessNavigationController = HeadlessStandIn.HeadlessNavigationController
/// The stand-in's class.
public typealias HeadlessTabBarController = HeadlessStandIn.HeadlessTabBarController
/// The stand-in's class.
public typealias HeadlessTab = HeadlessStandIn.HeadlessTab
/// The stand-in's class.
public typealias HeadlessTabGroup = HeadlessStandIn.HeadlessTabGroup
/// The stand-in's class.
public typealias HeadlessSplitViewController = HeadlessStandIn.HeadlessSplitViewController
/// The stand-in's class.
public typealias HeadlessPageViewController = HeadlessStandIn.HeadlessPageViewController
/// The stand-in's protocol.
public typealias HeadlessPageViewControllerDataSource =
  HeadlessStandIn.HeadlessPageViewControllerDataSource
/// The stand-in's enumeration.
public typealias HeadlessModalPresentationStyle = HeadlessStandIn.HeadlessModalPresentationStyle
/// The stand-in's protocol.
public typealias HeadlessNavigationControllerDelegate =
  HeadlessStandIn.HeadlessNavigationControllerDelegate
/// The stand-in's protocol.
public typealias HeadlessAdaptivePresentationControllerDelegate =
  HeadlessStandIn.HeadlessAdaptivePresentationControllerDelegate
/// The stand-in's protocol.
public typealias HeadlessTabBarControllerDelegate =
  HeadlessStandIn.HeadlessTabBarControllerDelegate
/// The stand-in's class.
public typealias HeadlessPresentationController = HeadlessStandIn.HeadlessPresentationController
/// The stand-in's class.
public typealias HeadlessAlertController = HeadlessStandIn.HeadlessAlertController
/// The stand-in's class.
public typealias HeadlessAlertAction = HeadlessStandIn.HeadlessAlertAction
/// The stand-in's protocol.
public typealias HeadlessPageViewControllerDelegate =
  HeadlessStandIn.HeadlessPageViewControllerDelegate
/// The stand-in's protocol.
public typealias HeadlessSplitViewControllerDelegate =
  HeadlessStandIn.HeadlessSplitViewControllerDelegate
/// The stand-in's class.
public typealias HeadlessButton = HeadlessStandIn.HeadlessButton

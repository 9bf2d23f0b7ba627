import UIKit

// The names by which the demo's files mean UIKit's classes, or the sample's subclasses of them.

/// The demo's name for a class of the sample's.
public typealias DemoPlatform = SampleScene
/// The demo's name for a class of the sample's.
public typealias DemoWindow = SampleWindow
/// The demo's name for a class of UIKit's.
public typealias DemoViewController = UIViewController
/// The demo's name for a class of UIKit's.
public typealias DemoNavigationController = UINavigationController
/// The demo's name for a class of UIKit's.
public typealias DemoTabBarController = UITabBarController
/// The demo's name for a class of UIKit's.
public typealias DemoPageViewController = UIPageViewController
/// The demo's name for a class of UIKit's.
public typealias DemoAlertController = UIAlertController
/// The demo's name for a class of UIKit's.
public typealias DemoAlertAction = UIAlertAction
/// The demo's name for a class of UIKit's.
public typealias DemoAction = UIAction
/// The demo's name for a class of UIKit's.
public typealias DemoView = UIView
/// The demo's name for a class of UIKit's.
public typealias DemoTextField = SampleTextField
/// The demo's name for a class of the sample's.
public typealias DemoFormView = SampleFormView
/// The demo's name for a class of the sample's.
public typealias DemoLabel = SampleLabel
/// The demo's name for a class of the sample's.
public typealias DemoButton = SampleButton
/// The demo's name for a class of the sample's.
public typealias DemoSwitch = SampleSwitch
/// The demo's name for a class of the sample's.
public typealias DemoListView = SampleListView

import HeadlessStandIn

// What the demo names, as the classes that stand in for UIKit's.

/// What the demo calls a stand-in for UIKit.
public typealias DemoWindow = HeadlessStandIn.HeadlessWindow
/// What the demo calls a stand-in for UIKit.
public typealias DemoViewController = HeadlessStandIn.HeadlessViewController
/// What the demo calls a stand-in for UIKit.
public typealias DemoNavigationController = HeadlessStandIn.HeadlessNavigationController
/// What the demo calls a stand-in for UIKit.
public typealias DemoTabBarController = HeadlessStandIn.HeadlessTabBarController
/// What the demo calls a stand-in for UIKit.
public typealias DemoAlertController = HeadlessStandIn.HeadlessAlertController
/// What the demo calls a stand-in for UIKit.
public typealias DemoAlertAction = HeadlessStandIn.HeadlessAlertAction
/// What the demo calls a stand-in for UIKit.
public typealias DemoView = HeadlessStandIn.HeadlessView
/// What the demo calls a stand-in for UIKit.
public typealias DemoFormView = HeadlessStandIn.HeadlessView
/// What the demo calls a stand-in for UIKit.
public typealias DemoLabel = HeadlessStandIn.HeadlessLabel
/// What the demo calls a stand-in for UIKit.
public typealias DemoButton = HeadlessStandIn.HeadlessButton
/// What the demo calls a stand-in for UIKit.
public typealias DemoTextField = HeadlessStandIn.HeadlessTextField
/// What the demo calls a stand-in for UIKit.
public typealias DemoSwitch = HeadlessStandIn.HeadlessSwitch
/// What the demo calls a stand-in for UIKit.
public typealias DemoListView = HeadlessStandIn.HeadlessListView
/// What the demo calls a stand-in for UIKit.
public typealias DemoAction = HeadlessStandIn.HeadlessAction
/// What the demo calls a stand-in for UIKit.
public typealias DemoBarButtonItem = HeadlessStandIn.HeadlessBarButtonItem
/// What the demo calls a stand-in for UIKit.
public typealias DemoPlatform = HeadlessStandIn.HeadlessPlatform
/// What the demo calls a stand-in for UIKit.
public typealias DemoGesture = HeadlessStandIn.HeadlessGesture
/// What the demo calls a stand-in for UIKit.
public typealias DemoElement = HeadlessStandIn.HeadlessElement
/// What the demo calls a stand-in for UIKit.
public typealias DemoTouchError = HeadlessStandIn.HeadlessTouchError
/// What the demo calls a stand-in for UIKit.
public typealias DemoPageViewController = HeadlessStandIn.HeadlessPageViewController

extension HeadlessStandIn.HeadlessPlatform {
  /// Makes the process of a scene's window, as the sample app does.
  public convenience init(_ scene: HeadlessStandIn.HeadlessWindowScene) { self.init() }
}

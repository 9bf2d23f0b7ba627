import NavigationRuntime

// The demo names the headless classes by these aliases alone, here and in the app. A package that
// puts other classes of the same shape in their place has a file like this one and shares the rest.

/// What the demo calls a headless class.
public typealias DemoWindow = HeadlessWindow
/// What the demo calls a headless class.
public typealias DemoViewController = HeadlessViewController
/// What the demo calls a headless class.
public typealias DemoNavigationController = HeadlessNavigationController
/// What the demo calls a headless class.
public typealias DemoTabBarController = HeadlessTabBarController
/// What the demo calls a headless class.
public typealias DemoAlertController = HeadlessAlertController
/// What the demo calls a headless class.
public typealias DemoAlertAction = HeadlessAlertAction
/// What the demo calls a headless class.
public typealias DemoView = HeadlessView
/// What the demo calls a headless class.
public typealias DemoLabel = HeadlessLabel
/// What the demo calls a headless class.
public typealias DemoButton = HeadlessButton
/// What the demo calls a headless class.
public typealias DemoTextField = HeadlessTextField
/// What the demo calls a headless class.
public typealias DemoSwitch = HeadlessSwitch
/// What the demo calls a headless class.
public typealias DemoListView = HeadlessListView
/// What the demo calls a headless class.
public typealias DemoAction = HeadlessAction
/// What the demo calls a headless class.
public typealias DemoBarButtonItem = HeadlessBarButtonItem
/// What the demo calls a headless class.
public typealias DemoPlatform = HeadlessPlatform
/// What the demo calls a headless class.
public typealias DemoReport = HeadlessReport
/// What the demo calls a headless class.
public typealias DemoGesture = HeadlessGesture
/// What the demo calls a headless class.
public typealias DemoElement = HeadlessElement
/// What the demo calls a headless class.
public typealias DemoTouchError = HeadlessTouchError
/// What the demo calls a headless class.
public typealias DemoModalPresentationStyle = HeadlessModalPresentationStyle
/// What the demo calls a headless class.
public typealias DemoPageViewController = HeadlessPageViewController

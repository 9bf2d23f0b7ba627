import NavigationRuntime

// The demo names the headless classes by these aliases alone, here and in the app. A package that
// puts other classes of the same shape in their place has a file like this one and shares the rest.

/// The demo's name for a headless class.
public typealias DemoWindow = HeadlessWindow
/// The demo's name for a headless class.
public typealias DemoViewController = HeadlessViewController
/// The demo's name for a headless class.
public typealias DemoNavigationController = HeadlessNavigationController
/// The demo's name for a headless class.
public typealias DemoTabBarController = HeadlessTabBarController
/// The demo's name for a headless class.
public typealias DemoAlertController = HeadlessAlertController
/// The demo's name for a headless class.
public typealias DemoAlertAction = HeadlessAlertAction
/// The demo's name for a headless class.
public typealias DemoView = HeadlessView
/// The demo's name for a headless class.
public typealias DemoFormView = HeadlessView
/// The demo's name for a headless class.
public typealias DemoLabel = HeadlessLabel
/// The demo's name for a headless class.
public typealias DemoButton = HeadlessButton
/// The demo's name for a headless class.
public typealias DemoTextField = HeadlessTextField
/// The demo's name for a headless class.
public typealias DemoSwitch = HeadlessSwitch
/// The demo's name for a headless class.
public typealias DemoListView = HeadlessListView
/// The demo's name for a headless class.
public typealias DemoAction = HeadlessAction
/// The demo's name for a headless class.
public typealias DemoBarButtonItem = HeadlessBarButtonItem
/// The demo's name for a headless class.
public typealias DemoPlatform = HeadlessPlatform
/// The demo's name for a headless class.
public typealias DemoGesture = HeadlessGesture
/// The demo's name for a headless class.
public typealias DemoElement = HeadlessElement
/// The demo's name for a headless class.
public typealias DemoTouchError = HeadlessTouchError
/// The demo's name for a headless class.
public typealias DemoPageViewController = HeadlessPageViewController

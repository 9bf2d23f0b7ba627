import NavigationRuntime

/// A platform with a visible window, a log of callbacks and the reports so far.
@MainActor
final class Stage {
  let platform: HeadlessPlatform
  let window: HeadlessWindow
  let log = CallbackLog()
  private(set) var reports: [HeadlessReport] = []

  init(_ mode: HeadlessPlatform.TransitionMode = .immediate) {
    platform = HeadlessPlatform(transitionMode: mode)
    window = HeadlessWindow(platform: platform)
    platform.onReport = { [unowned self] in reports.append($0) }
  }

  var phases: [HeadlessTransition.Phase] { platform.pendingTransitions.map(\.phase) }

  var codes: [HeadlessReport.Code] { reports.map(\.code) }

  func controller(_ label: String) -> RecordingController {
    RecordingController(label, log)
  }

  /// Makes a navigation controller that belongs to the platform before it is in the window.
  func stack(_ controllers: HeadlessViewController...) -> HeadlessNavigationController {
    let stack = HeadlessNavigationController()
    stack.platform = platform
    stack.viewControllers = controllers
    return stack
  }

  func tabs(_ controllers: HeadlessViewController...) -> HeadlessTabBarController {
    let tabs = HeadlessTabBarController()
    tabs.platform = platform
    tabs.viewControllers = controllers
    return tabs
  }

  /// Shows a root, lets all transitions end, and clears the log.
  func show(_ root: HeadlessViewController) {
    window.rootViewController = root
    window.makeKeyAndVisible()
    settle()
  }

  func settle() {
    platform.completeAllTransitions()
    _ = log.take()
  }
}

@MainActor
extension [HeadlessViewController] {
  var titles: [String] { map { $0.title ?? "" } }
}

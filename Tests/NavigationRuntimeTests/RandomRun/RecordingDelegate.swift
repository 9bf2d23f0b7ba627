import NavigationRuntime

/// The calls received by an app's delegates and by the handlers of its alerts, by sender.
@MainActor
final class CallRecord {
  private var calls: [String: [String]] = [:]
  /// The answer of the delegates.
  var allows = true

  /// Returns the calls since the last call of this.
  func take() -> [String: [String]] {
    defer { calls = [:] }
    return calls
  }

  func write(_ call: String, from speaker: HeadlessViewController?) {
    calls[speaker?.restorationIdentifier ?? "?", default: []].append(call)
  }
}

/// An app's delegate for any container, which records each call with its arguments.
@MainActor
final class RecordingDelegate {
  let name: String
  private let record: CallRecord

  init(_ name: String, _ record: CallRecord) {
    self.name = name
    self.record = record
  }

  private func hear(_ call: String, from speaker: HeadlessViewController?) {
    record.write("\(name): \(call)", from: speaker)
  }

  private func names(_ controllers: [HeadlessViewController]) -> String {
    controllers.map { $0.restorationIdentifier ?? "?" }.joined(separator: " ")
  }
}

extension RecordingDelegate: HeadlessNavigationControllerDelegate {
  func navigationController(
    _ navigationController: HeadlessNavigationController,
    willShow viewController: HeadlessViewController, animated: Bool
  ) {
    hear(
      "willShow \(names([viewController]))\(animated ? ", animated" : "")",
      from: navigationController)
  }

  func navigationController(
    _ navigationController: HeadlessNavigationController,
    didShow viewController: HeadlessViewController, animated: Bool
  ) {
    hear(
      "didShow \(names([viewController]))\(animated ? ", animated" : "")",
      from: navigationController)
  }
}

extension RecordingDelegate: HeadlessTabBarControllerDelegate {
  func tabBarController(
    _ tabBarController: HeadlessTabBarController,
    shouldSelect viewController: HeadlessViewController
  ) -> Bool {
    hear("shouldSelect \(names([viewController]))", from: tabBarController)
    return record.allows
  }

  func tabBarController(
    _ tabBarController: HeadlessTabBarController, didSelect viewController: HeadlessViewController
  ) {
    hear("didSelect \(names([viewController]))", from: tabBarController)
  }
}

extension RecordingDelegate: HeadlessPageViewControllerDelegate {
  func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    willTransitionTo pendingViewControllers: [HeadlessViewController]
  ) {
    hear("willTransitionTo \(names(pendingViewControllers))", from: pageViewController)
  }

  func pageViewController(
    _ pageViewController: HeadlessPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [HeadlessViewController], transitionCompleted completed: Bool
  ) {
    hear(
      "didFinish \(finished), from \(names(previousViewControllers)), completed \(completed)",
      from: pageViewController)
  }
}

extension RecordingDelegate: HeadlessSplitViewControllerDelegate {
  func splitViewController(
    _ svc: HeadlessSplitViewController, willShow column: HeadlessSplitViewController.Column
  ) {
    hear("willShow \(index(of: column))", from: svc)
  }

  func splitViewController(
    _ svc: HeadlessSplitViewController, willHide column: HeadlessSplitViewController.Column
  ) {
    hear("willHide \(index(of: column))", from: svc)
  }

  private func index(of column: HeadlessSplitViewController.Column) -> Int {
    HeadlessSplitViewController.Column.allCases.firstIndex(of: column) ?? -1
  }

  func splitViewControllerDidCollapse(_ svc: HeadlessSplitViewController) {
    hear("didCollapse", from: svc)
  }

  func splitViewControllerDidExpand(_ svc: HeadlessSplitViewController) {
    hear("didExpand", from: svc)
  }
}

extension RecordingDelegate: HeadlessAdaptivePresentationControllerDelegate {
  func presentationControllerShouldDismiss(_ controller: HeadlessPresentationController) -> Bool {
    hear("shouldDismiss", from: controller.presentedViewController)
    return record.allows
  }

  func presentationControllerWillDismiss(_ controller: HeadlessPresentationController) {
    hear("willDismiss", from: controller.presentedViewController)
  }

  func presentationControllerDidDismiss(_ controller: HeadlessPresentationController) {
    hear("didDismiss", from: controller.presentedViewController)
  }

  func presentationControllerDidAttemptToDismiss(_ controller: HeadlessPresentationController) {
    hear("didAttemptToDismiss", from: controller.presentedViewController)
  }
}

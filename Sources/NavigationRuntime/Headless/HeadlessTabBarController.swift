import Foundation

/// Tabs with one of them visible, shaped like `UITabBarController`.
open class HeadlessTabBarController: HeadlessViewController {
  /// Allows and observes the user's taps.
  open weak var delegate: (any HeadlessTabBarControllerDelegate)?

  final var selected: HeadlessViewController?

  /// The tabs; setting them is a change without animation.
  open var viewControllers: [HeadlessViewController]? {
    get { contained.isEmpty ? nil : contained }
    set { setViewControllers(newValue, animated: false) }
  }

  /// The index of the shown tab, `NSNotFound` if there is none.
  open var selectedIndex: Int {
    get { contained.firstIndex { $0 === selected } ?? NSNotFound }
    set { reportFailure(of: performSelect(at: newValue)) }
  }

  /// The controller of the shown tab.
  open var selectedViewController: HeadlessViewController? {
    get { selected }
    set {
      guard let newValue else { return }
      reportFailure(of: performSelect(newValue))
    }
  }

  /// Replaces the tabs; the selected one stays selected if it is among them.
  open func setViewControllers(_ viewControllers: [HeadlessViewController]?, animated: Bool) {
    reportFailure(of: performSetTabs(viewControllers ?? []))
  }

  override var shownMembers: [HeadlessViewController] {
    selected.map { [$0] } ?? []
  }

  override var placesMemberViews: Bool { true }

  override func adopt(
    _ child: HeadlessViewController
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    performSetTabs(contained + [child])
  }

  override func relinquish(
    _ child: HeadlessViewController
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    performSetTabs(contained.filter { $0 !== child })
  }
}

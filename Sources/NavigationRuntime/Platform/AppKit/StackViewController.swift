#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// A stack of controllers that shows the last one; AppKit has none.
///
/// Its methods are named like those of UIKit's navigation controller, so that a flow reads the same
/// on every platform. It has no bar and no back button: an app adds a button that calls
/// ``popViewController(animated:)``.
open class StackViewController: NSViewController {
  /// The entries, from bottom to top.
  public private(set) final var viewControllers: [NSViewController] = []

  /// Makes an empty stack.
  ///
  /// - Parameters:
  ///   - nibNameOrNil: `nil`, or the name of a nib with the view.
  ///   - nibBundleOrNil: The bundle of the nib.
  public override init(nibName nibNameOrNil: NSNib.Name?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// Makes an empty stack from an archive.
  ///
  /// - Parameter coder: The archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Makes a stack with one controller.
  ///
  /// - Parameter rootViewController: The lowest entry.
  public convenience init(rootViewController: NSViewController) {
    self.init(nibName: nil, bundle: nil)
    setViewControllers([rootViewController], animated: false)
  }

  /// The last entry, which is shown.
  public final var topViewController: NSViewController? { viewControllers.last }

  /// Makes an empty view if there is no nib with one.
  open override func loadView() {
    if nibName == nil { view = NSView() } else { super.loadView() }
  }

  /// Shows the top.
  open override func viewDidLoad() {
    super.viewDidLoad()
    showTop(insteadOf: nil)
  }

  /// Pushes a controller.
  ///
  /// - Parameters:
  ///   - controller: A controller in no other container; one that the stack contains is refused and
  ///     reported.
  ///   - animated: Ignored: the views are exchanged at once.
  open func pushViewController(_ controller: NSViewController, animated: Bool) {
    setViewControllers(viewControllers + [controller], animated: animated)
  }

  /// Pops the top entry, unless it is the only one.
  ///
  /// - Parameter animated: Ignored.
  /// - Returns: The previous top.
  @discardableResult
  open func popViewController(animated: Bool) -> NSViewController? {
    guard viewControllers.count > 1, let top = topViewController else { return nil }
    setViewControllers(viewControllers.dropLast(), animated: animated)
    return top
  }

  /// Pops all entries above a controller.
  ///
  /// - Parameters:
  ///   - controller: The controller that stays on top.
  ///   - animated: Ignored.
  /// - Returns: The entries above it; `nil` if the stack does not contain it.
  @discardableResult
  open func popToViewController(
    _ controller: NSViewController, animated: Bool
  ) -> [NSViewController]? {
    guard let index = viewControllers.firstIndex(where: { $0 === controller }) else { return nil }
    let removed = Array(viewControllers[(index + 1)...])
    setViewControllers(Array(viewControllers[...index]), animated: animated)
    return removed
  }

  /// Replaces the entries.
  ///
  /// - Parameters:
  ///   - controllers: The entries from bottom to top, each once; a duplicate is reported, and
  ///     nothing changes.
  ///   - animated: Ignored.
  open func setViewControllers(_ controllers: [NSViewController], animated: Bool) {
    guard Set(controllers.map(ObjectIdentifier.init)).count == controllers.count else {
      return NavigationContext.of(self).issues.report(.stackedTwice(label))
    }
    lifecycle.duringAppKitCall {
      let old = viewControllers
      viewControllers = controllers
      for controller in old where !controllers.contains(where: { $0 === controller }) {
        controller.removeFromParent()
      }
      for controller in controllers where controller.parent !== self { adopt(controller) }
      showTop(insteadOf: old.last)
    }
  }

  /// Removes a child, such as a controller that another parent takes, from the entries, too.
  open override func removeChild(at index: Int) {
    // AppKit's method is observed, too, and would have the change read before the entries follow.
    lifecycle.duringAppKitCall(cause: .code) {
      let child = children[index]
      let top = topViewController
      super.removeChild(at: index)
      viewControllers.removeAll { $0 === child }
      if top === child { showTop(insteadOf: child) }
    }
  }

  private func adopt(_ controller: NSViewController) {
    controller.movingInOneGo {
      if controller.parent != nil { controller.removeFromParent() }
      addChild(controller)
    }
  }

  private func showTop(insteadOf old: NSViewController?) {
    guard isViewLoaded else { return }
    if let old, old !== topViewController, old.isViewLoaded, old.view.superview === view {
      old.view.removeFromSuperview()
    }
    guard let top = topViewController?.view, top.superview !== view else { return }
    top.frame = view.bounds
    top.autoresizingMask = [.width, .height]
    view.addSubview(top)
  }
}

extension Presentable where Self: NSViewController {
  /// The nearest stack around this controller.
  @_disfavoredOverload
  public var navigationController: StackViewController? {
    parent.flatMap { $0 as? StackViewController ?? $0.navigationController }
  }
}

extension NavigationIssue {
  fileprivate static func stackedTwice(_ stack: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "stackedTwice"),
      fact: "\(stack) was given a controller twice; it is unchanged.",
      advice: "Make another instance, or pop to the existing one.", at: nil)
  }
}
#endif

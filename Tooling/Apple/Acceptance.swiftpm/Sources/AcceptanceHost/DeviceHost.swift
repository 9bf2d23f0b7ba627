#if canImport(UIKit)
import Acceptance
import NavigationRuntime
import SwiftUI
import UIKit

/// A window of UIKit's, and as much of a user as UIKit's public interface allows.
///
/// Taps are the control events of UIKit's own controls. Instead of a finger, an interactive
/// transition of the app's drives a pop or a dismissal.
@MainActor
final class DeviceHost: AcceptanceHost {
  let window: UIWindow
  let store: NavigationStore
  private let context = NavigationContext()
  private var finger: Finger?

  init(_ scene: UIWindowScene) {
    window = UIWindow(windowScene: scene)
    window.rootViewController = UIViewController(nibName: nil, bundle: nil)
    window.makeKeyAndVisible()
    store = context.store(for: window)
  }

  /// Takes the window off the screen.
  func close() { window.isHidden = true }

  /// An observer of the run loop resumes: blocks of the main queue that enqueue each other would keep
  /// the loop from the end of its turn.
  func turn() async {
    await withCheckedContinuation { continuation in
      let observer = CFRunLoopObserverCreateWithHandler(
        nil, CFRunLoopActivity.beforeWaiting.rawValue, false, .max
      ) { _, _ in continuation.resume() }
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
      CFRunLoopWakeUp(CFRunLoopGetMain())
    }
  }

  func settle() async {
    // A transition may begin another, and ends some turns after its coordinator. A coordinator that
    // stays is for the test to find.
    for _ in 0..<3 {
      for _ in 0..<12 { await turn() }
      for _ in 0..<10 {
        guard let coordinator = window.rootViewController?.runningCoordinator else { break }
        await withCheckedContinuation { continuation in
          let isAdded = coordinator.animate(alongsideTransition: nil) { _ in continuation.resume() }
          if !isAdded { continuation.resume() }
        }
        await turn()
      }
    }
  }

  func tapBack(in stack: UINavigationController) -> Bool {
    tap(stack.navigationBar.controls.first)
  }

  func tapTab(at index: Int, in tabs: UITabBarController) -> Bool {
    let controls = tabs.tabBar.controls
    return tap(controls.indices.contains(index) ? controls[index] : nil)
  }

  /// A view that dims or passes touches is no control.
  func tapBeside(_ popover: UIViewController) -> Bool { false }

  /// An app cannot leave the screen by itself.
  func enterBackground() -> Bool { false }

  func crowdedTabs(of controllers: [UIViewController]) -> UITabBarController {
    let tabs = UITabBarController(nibName: nil, bundle: nil)
    tabs.setViewControllers(controllers, animated: false)
    return tabs
  }

  /// A wide bar shows all tabs.
  func showMore(in tabs: UITabBarController) -> Bool {
    guard window.traitCollection.horizontalSizeClass == .compact else { return false }
    tabs.selectedViewController = tabs.moreNavigationController
    return true
  }

  func inspectedSplit(with inspector: UIViewController) -> UISplitViewController? {
    // The column is not in the SDKs before that of iOS 26, which came with Swift 6.2.
    #if compiler(>=6.2)
    guard #available(iOS 26.0, *) else { return nil }
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(inspector, for: .inspector)
    // An upright iPhone would collapse it.
    split.traitOverrides.horizontalSizeClass = .regular
    return split
    #else
    return nil
    #endif
  }

  func setInspector(isShown: Bool, in split: UISplitViewController) {
    #if compiler(>=6.2)
    guard #available(iOS 26.0, *) else { return }
    UIView.performWithoutAnimation {
      if isShown { split.show(.inspector) } else { split.hide(.inspector) }
    }
    #endif
  }

  func swiftUIContainers() -> [(name: String, host: UIViewController)] {
    let tabs = TabView {
      Text(verbatim: "A")
      Text(verbatim: "B")
    }
    let hosts: [(name: String, host: UIViewController)] = [
      ("TabView", UIHostingController(rootView: tabs))
    ]
    guard #available(iOS 16.0, *) else { return hosts }
    let stack = NavigationStack { Text(verbatim: "A") }
    let split = NavigationSplitView {
      Text(verbatim: "A")
    } detail: {
      Text(verbatim: "B")
    }
    return hosts + [
      ("NavigationStack", UIHostingController(rootView: stack)),
      ("NavigationSplitView", UIHostingController(rootView: split)),
    ]
  }

  func preparePullDown(of sheet: UIViewController) {
    let finger = Finger()
    self.finger = finger
    sheet.transitioningDelegate = finger
  }

  func beginPullDown(of sheet: UIViewController) async -> AcceptanceGesture? {
    guard let finger else { return nil }
    return await begin(finger, of: sheet) { sheet.dismiss(animated: true) }
  }

  /// UIKit's own gesture needs a finger.
  func pullDown(_ sheet: UIViewController) -> Bool { false }

  func beginSwipeBack(in stack: UINavigationController) async -> AcceptanceGesture? {
    let finger = Finger()
    self.finger = finger
    stack.delegate = finger
    return await begin(finger, of: stack) { stack.popViewController(animated: true) }
  }

  private func begin(
    _ finger: Finger, of controller: UIViewController, _ start: () -> Void
  ) async -> AcceptanceGesture? {
    let drive = UIPercentDrivenInteractiveTransition()
    finger.drive = drive
    start()
    for _ in 0..<3 { await turn() }
    guard controller.transitionCoordinator != nil else { return nil }
    drive.update(0.5)
    return AcceptanceGesture(finish: { drive.finish() }, cancel: { drive.cancel() })
  }

  private func tap(_ control: UIControl?) -> Bool {
    control?.sendActions(for: .touchUpInside)
    return control != nil
  }
}

extension UIView {
  /// The controls in the view, from left to right.
  fileprivate var controls: [UIControl] {
    let own = (self as? UIControl).map { [$0] } ?? []
    let all = own + subviews.flatMap(\.controls)
    return all.sorted { $0.convert($0.bounds, to: nil).minX < $1.convert($1.bounds, to: nil).minX }
  }
}

extension UIViewController {
  /// The coordinator of a transition that runs in the controller, its contents or its modals.
  fileprivate var runningCoordinator: (any UIViewControllerTransitionCoordinator)? {
    if let transitionCoordinator { return transitionCoordinator }
    for child in children {
      if let found = child.runningCoordinator { return found }
    }
    guard let presentedViewController, presentedViewController.presentingViewController === self
    else { return nil }
    return presentedViewController.runningCoordinator
  }
}

/// Drives pops and dismissals, once there is a drive for them.
@MainActor
private final class Finger: NSObject, UINavigationControllerDelegate,
  UIViewControllerTransitioningDelegate
{
  var drive: UIPercentDrivenInteractiveTransition?

  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    drive == nil ? nil : Slide()
  }

  func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? {
    drive
  }

  func animationController(
    forDismissed dismissed: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    drive == nil ? nil : Slide()
  }

  func interactionControllerForDismissal(
    using animator: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? {
    drive
  }
}

/// Moves the view that leaves to the side.
@MainActor
private final class Slide: NSObject, UIViewControllerAnimatedTransitioning {
  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { 0.25 }

  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
    let leaving = transitionContext.view(forKey: .from)
    let arriving = transitionContext.view(forKey: .to)
    if let arriving { transitionContext.containerView.insertSubview(arriving, at: 0) }
    let width = transitionContext.containerView.bounds.width
    UIView.animate(
      withDuration: transitionDuration(using: transitionContext), delay: 0, options: .curveLinear
    ) {
      leaving?.transform = CGAffineTransform(translationX: width, y: 0)
    } completion: { _ in
      leaving?.transform = .identity
      if transitionContext.transitionWasCancelled { arriving?.removeFromSuperview() }
      transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
    }
  }
}
#endif

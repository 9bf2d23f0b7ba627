#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit

// The work around UIKit's methods: `Platform/ObjectiveC/` wraps them on a device, and the stand-in
// has hooks in them. The requests of the scheduler use it as well.

extension UIViewController {
  /// Wraps `present(_:animated:completion:)`.
  ///
  /// A presentation ends turns after the call, also without animation: it ends with its completion
  /// handler. Returns whether UIKit has accepted the call.
  @discardableResult
  package func duringPresentation(
    of controller: UIViewController, completion: (() -> Void)? = nil,
    _ call: ((() -> Void)?) -> Void
  ) -> Bool {
    guard let lifecycle = nearestLifecycle, controller.presentingViewController == nil else {
      call(completion)
      return false
    }
    return UIKitCall(on: lifecycle).perform(completion, call) {
      controller.presentingViewController != nil ? controller : nil
    }
  }

  /// Wraps `dismiss(animated:completion:)`.
  ///
  /// A dismissal ends turns after the call, also without animation. Until then the controller is
  /// presented, and nothing shows whether UIKit has accepted the call: it does unless a
  /// presentation or dismissal runs there. Returns whether UIKit has accepted the call.
  @discardableResult
  package func duringDismissal(
    completion: (() -> Void)? = nil, _ call: ((() -> Void)?) -> Void
  ) -> Bool {
    let dismissed = presentedViewController ?? presentingViewController?.presentedViewController
    guard let lifecycle = nearestLifecycle else {
      call(completion)
      return false
    }
    let isByUser = dismissed.map(UserTouch.isBeside) ?? false
    let isPossible = dismissed.map { !$0.isChangingPresentation } ?? false
    let dismissal = UIKitCall(on: lifecycle, cause: isByUser ? .user : nil)
    if isPossible { dismissal.willDismiss(dismissed) }
    return dismissal.perform(completion, call) { isPossible ? dismissed : nil }
  }

  /// Wraps the methods in which UIKit takes controllers from their former parents: `addChild(_:)`, a
  /// push, new entries of a stack and new tabs.
  ///
  /// UIKit calls `didMove(toParent: nil)` in between, when a controller is in no container although
  /// no call has removed it. So the windows are read after the call, that of the new parent first: a
  /// screen that has arrived there has not left.
  package func duringAddition(of children: [UIViewController], _ call: () -> Void) {
    var formers: [NavigationLifecycle] = []
    for child in children {
      guard let parent = child.parent, parent !== self, let former = parent.nearestLifecycle,
        !formers.contains(where: { $0 === former })
      else { continue }
      formers.append(former)
    }
    guard !formers.isEmpty else {
      call()
      // Its callbacks may come after the handlers that run now.
      if let lifecycle = givenLifecycle { lifecycle.occupancy?.callDidReturn(in: lifecycle) }
      return
    }
    let departures = formers.map { ($0, $0.uiKitCallDidBegin()) }
    let newLifecycle = nearestLifecycle
    let arrival = newLifecycle?.uiKitCallDidBegin()
    call()
    if let newLifecycle, let arrival { newLifecycle.uiKitCallDidEnd(arrival) }
    for (former, departure) in departures { former.uiKitCallDidEnd(departure) }
  }

  /// The nearest lifecycle: a controller without one is inside a container that has one, or is of
  /// no concern to the runtime.
  package var nearestLifecycle: NavigationLifecycle? { givenLifecycle ?? parent?.nearestLifecycle }

  private var isChangingPresentation: Bool {
    var next: UIViewController? = self
    while let controller = next {
      if controller.isBeingPresented || controller.isBeingDismissed
        || controller.givenLifecycle?.uiKitState?.isChangingPresentation ?? false
      {
        return true
      }
      next = controller.presentedViewController
    }
    return false
  }
}

extension UINavigationController {
  /// Wraps `navigationBar(_:shouldPop:)`, which UIKit calls when the user has tapped the back
  /// button, and pops before it returns or in the same turn.
  ///
  /// UIKit may call it for a pop by code as well; the controller has left the stack by then. In a
  /// collapsed split and in "More" the bar may have the items of nested stacks.
  package func duringShouldPop(itemCount: Int, _ call: () -> Bool) -> Bool {
    let known = entryCount
    guard known >= itemCount, let lifecycle = nearestLifecycle else { return call() }
    let state = lifecycle.madeUIKitState
    state.isMovedByUser = true
    guard call() else {
      state.isMovedByUser = false
      return false
    }
    DispatchQueue.main.async { [weak self, weak lifecycle] in
      MainActor.assumeIsolated {
        lifecycle?.followUIKitTransition()
        // A pop without animation has no transition to follow.
        if let self, self.entryCount < known {
          for stack in self.nestedStacks {
            stack.nearestLifecycle?.uiKitPositionDidChange(cause: .user)
          }
        }
        lifecycle?.uiKitState?.isMovedByUser = false
      }
    }
    return true
  }

  /// The number of screens in it, and in the stacks in it; an empty one of those counts itself.
  private var entryCount: Int {
    viewControllers.reduce(0) { $0 + max(1, ($1 as? UINavigationController)?.entryCount ?? 1) }
  }

  /// The stacks in it, each before the one around it, which is last.
  private var nestedStacks: [UINavigationController] {
    viewControllers.flatMap { ($0 as? UINavigationController)?.nestedStacks ?? [] } + [self]
  }
}

extension UITabBarController {
  /// Wraps `tabBar(_:didSelect:)`, in which UIKit selects the tab that the user has tapped, or pops
  /// the stack of the selected one.
  ///
  /// The user's are these two moves alone: UIKit also calls the app's delegate meanwhile.
  package func duringTap(on item: UITabBarItem, _ call: () -> Void) {
    guard let lifecycle = nearestLifecycle else { return call() }
    let known = tabContents
    let stack = known.selected as? UINavigationController
    let entries = stack?.viewControllers ?? []
    // With the tabs of iOS 18 the items may be others than the controllers'.
    let tapped = known.controllers.first { $0.tabBarItem === item }
    let token = lifecycle.uiKitCallDidBegin()
    call()
    let selected = tabContents.selected
    if selected !== known.selected {
      if tapped == nil || selected === tapped { lifecycle.contentsWereMovedByUser() }
    } else if let stack, entries.count > 1, stack.viewControllers.count == 1,
      stack.viewControllers.first === entries.first
    {
      stack.nearestLifecycle?.contentsWereMovedByUser()
    }
    selected?.nearestLifecycle?.followUIKitTransition()
    lifecycle.uiKitCallDidEnd(token)
  }
}

extension UIWindow {
  /// Wraps the setter of `rootViewController`.
  package func duringChangeOfRoot(_ call: () -> Void) {
    guard let lifecycle = givenLifecycle else { return call() }
    let token = lifecycle.uiKitCallDidBegin()
    call()
    lifecycle.surroundingsDidChange(cause: .code, of: .contents)
    lifecycle.uiKitCallDidEnd(token)
  }
}

/// The touches that UIKit is responding to.
@MainActor
package enum UserTouch {
  private static var views: [UIView] = []

  /// Wraps `sendEvent(_:)`.
  package static func handling(_ touched: [UIView], _ call: () -> Void) {
    let outer = views
    views = touched
    call()
    views = outer
  }

  /// Whether the user touches the area around a presented controller: a dimmed one, or that of a
  /// popover.
  static func isBeside(_ presented: UIViewController) -> Bool {
    guard !views.isEmpty, let area = presented.presentationController?.containerView,
      let content = presented.viewIfLoaded
    else { return false }
    return views.contains { $0.isDescendant(of: area) && !$0.isDescendant(of: content) }
  }
}
#endif

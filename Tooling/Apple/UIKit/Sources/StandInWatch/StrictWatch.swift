import Foundation
import NavigationRuntime
import UIKit

// One by one, since NavigationRuntime has all of these names too.
import enum HeadlessStandIn.HeadlessCallback
import enum HeadlessStandIn.HeadlessHierarchyChange
import protocol HeadlessStandIn.HeadlessHierarchyObserver
import protocol HeadlessStandIn.HeadlessMethodWrapping
import class HeadlessStandIn.HeadlessNavigationController
import enum HeadlessStandIn.HeadlessOrigin
import class HeadlessStandIn.HeadlessResponder
import class HeadlessStandIn.HeadlessTabBarController
import class HeadlessStandIn.HeadlessTabBarItem
import class HeadlessStandIn.HeadlessView
import class HeadlessStandIn.HeadlessViewController
import class HeadlessStandIn.HeadlessWindow

/// The manner of the stand-in for UIKit.
@MainActor
public enum StandIn {
  /// Whether it is stricter than UIKit, instead of more lenient.
  ///
  /// The adapter then receives the calls of wrapped methods and nothing else, and a test can make
  /// transitions end turns after their call. `NAVIGATION_STAND_IN=lenient` in the environment chooses
  /// the other mode.
  public static let isStrict =
    ProcessInfo.processInfo.environment["NAVIGATION_STAND_IN"] != "lenient"
}

/// Retains the keeper.
///
/// The adapter receives no change; a turn of the run loop ends after one.
@MainActor
final class StrictWatch: HeadlessHierarchyObserver {
  private let keeper: AnyObject

  init(_ keeper: AnyObject) { self.keeper = keeper }

  func headlessHierarchy(
    of responder: HeadlessResponder, did change: HeadlessHierarchyChange,
    by origin: HeadlessOrigin
  ) {
    StandInRunLoop.main.wake()
  }
}

/// The methods that `Platform/ObjectiveC/` wraps on a device.
@MainActor
final class WrappedMethods: HeadlessMethodWrapping {
  private static let shared = WrappedMethods()

  static func install() { HeadlessViewController.methodWrapping = shared }

  func headlessPresent(
    on presenter: HeadlessViewController, _ controller: HeadlessViewController,
    completion: (() -> Void)?, _ call: ((() -> Void)?) -> Void
  ) {
    presenter.duringPresentation(of: controller, completion: completion, call)
  }

  func headlessDismiss(
    on controller: HeadlessViewController, completion: (() -> Void)?,
    _ call: ((() -> Void)?) -> Void
  ) {
    controller.duringDismissal(completion: completion, call)
  }

  func headlessAdd(
    _ children: [HeadlessViewController], to parent: HeadlessViewController, _ call: () -> Void
  ) {
    parent.duringAddition(of: children, call)
  }

  func headlessSetRoot(of window: HeadlessWindow, _ call: () -> Void) {
    window.duringChangeOfRoot(call)
  }

  func headlessShouldPop(
    in stack: HeadlessNavigationController, itemCount: Int, _ call: () -> Bool
  ) {
    _ = stack.duringShouldPop(itemCount: itemCount, call)
  }

  func headlessSelect(
    _ item: HeadlessTabBarItem, in tabs: HeadlessTabBarController, _ call: () -> Void
  ) {
    tabs.duringTap(on: item, call)
  }

  func headlessTouch(_ view: HeadlessView, _ call: () -> Void) {
    UserTouch.handling([view], call)
  }

  func headlessDidCall(_ callback: HeadlessCallback, on controller: HeadlessViewController) {
    switch callback {
    case .viewWill: controller.nearestLifecycle?.followUIKitTransition()
    case .viewDid: controller.appearanceDidEnd()
    case .didMove: controller.nearestLifecycle?.uiKitPositionDidChange()
    }
  }
}

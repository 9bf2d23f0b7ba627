import Foundation
import NavigationRuntime
import TestSupport
import UIKit

// Imported one by one, since NavigationRuntime declares all of these names, too.
import enum HeadlessStandIn.HeadlessHierarchyChange
import protocol HeadlessStandIn.HeadlessHierarchyObserver
import enum HeadlessStandIn.HeadlessOrigin
import class HeadlessStandIn.HeadlessResponder

/// A controller that sends the adapter the notifications of a device, and no others.
///
/// Its overrides do the same as the methods that `Platform/ObjectiveC/` wraps around UIKit's. Other
/// notifications of the stand-in, above all the origin of a change, do not reach the adapter. The strict
/// stand-in wraps presenting and dismissing itself.
@MainActor
final class DeviceController: UIViewController {
  /// Makes a controller with a name in the tree.
  init(_ name: String) {
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = name
    listenAsOnDevice(self)
  }

  required init?(coder: NSCoder) { nil }

  override func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard !platformIsStrict else {
      return super.present(viewControllerToPresent, animated: flag, completion: completion)
    }
    duringPresentation(of: viewControllerToPresent, completion: completion) {
      super.present(viewControllerToPresent, animated: flag, completion: $0)
    }
  }

  override func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    guard !platformIsStrict else {
      return super.dismiss(animated: flag, completion: completion)
    }
    duringDismissal(completion: completion) {
      super.dismiss(animated: flag, completion: $0)
    }
  }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    known(self)?.followUIKitTransition()
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    telling(self) {}
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    known(self)?.followUIKitTransition()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    telling(self) {}
  }

  override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    telling(self) {}
  }
}

/// The same for an alert.
@MainActor
final class DeviceAlert: UIAlertController {
  /// Begins to observe the alert as on a device.
  func listen() { listenAsOnDevice(self) }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    known(self)?.followUIKitTransition()
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    telling(self) {}
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    known(self)?.followUIKitTransition()
  }

  override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    telling(self) {}
  }
}

@MainActor
private func known(_ controller: UIViewController) -> NavigationLifecycle? {
  NavigationContext.shared.registry[controller]
    ?? controller.parent.flatMap(known)
}

@MainActor
private func telling(_ controller: UIViewController, _ call: () -> Void) {
  let token = known(controller)?.uiKitCallDidBegin()
  call()
  if let token { known(controller)?.uiKitCallDidEnd(token) }
}

/// Registers a controller with the runtime, and silences the notifications that only a stand-in
/// sends.
@MainActor
func listenAsOnDevice(_ controller: UIViewController) {
  _ = controller.lifecycle
  controller.hierarchyObserver = controller.hierarchyObserver.map(Silence.init)
}

/// Retains an observer, and forwards nothing to it.
@MainActor
private final class Silence: HeadlessHierarchyObserver {
  private let kept: any HeadlessHierarchyObserver

  init(_ kept: any HeadlessHierarchyObserver) { self.kept = kept }

  func headlessHierarchy(
    of responder: HeadlessResponder, did change: HeadlessHierarchyChange,
    by origin: HeadlessOrigin
  ) {}
}

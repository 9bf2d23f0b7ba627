import Foundation
import NavigationRuntime
import UIKit

// One by one, since NavigationRuntime has all of these names too.
import enum HeadlessStandIn.HeadlessHierarchyChange
import protocol HeadlessStandIn.HeadlessHierarchyObserver
import enum HeadlessStandIn.HeadlessOrigin
import class HeadlessStandIn.HeadlessResponder

/// A controller of which the adapter hears what it hears on a device, and nothing else.
///
/// Its overrides do what the methods do that `Platform/ObjectiveC/` puts around UIKit's. What
/// else the stand-in tells of a controller, who was at work above all, is kept from the adapter.
@MainActor
final class DeviceController: UIViewController {
  /// Makes a controller that the runtime knows by its name.
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
    telling(self) {
      super.present(viewControllerToPresent, animated: flag, completion: completion)
    }
  }

  override func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    telling(self) { super.dismiss(animated: flag, completion: completion) }
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
  /// Begins to be heard as on a device.
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
  NavigationContext.shared.registry.knownLifecycle(of: controller)
    ?? controller.parent.flatMap(known)
}

@MainActor
private func telling(_ controller: UIViewController, _ call: () -> Void) {
  let token = known(controller)?.uiKitCallDidBegin()
  call()
  if let token { known(controller)?.uiKitCallDidEnd(token) }
}

/// Has the runtime know a controller, and takes away what only a stand-in could tell.
@MainActor
func listenAsOnDevice(_ controller: UIViewController) {
  _ = controller.lifecycle
  controller.hierarchyObserver = controller.hierarchyObserver.map(Silence.init)
}

/// Keeps what an observer keeps, and hears nothing.
@MainActor
private final class Silence: HeadlessHierarchyObserver {
  private let kept: any HeadlessHierarchyObserver

  init(_ kept: any HeadlessHierarchyObserver) { self.kept = kept }

  func headlessHierarchy(
    of responder: HeadlessResponder, did change: HeadlessHierarchyChange,
    by origin: HeadlessOrigin
  ) {}
}

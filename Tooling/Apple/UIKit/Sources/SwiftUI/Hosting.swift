#if canImport(UIKit)
import Foundation
import UIKit

/// Stands in for SwiftUI's controller.
open class UIHostingController<Content: View>: UIViewController {
  /// The view, which is shown a turn after it has been set.
  public var rootView: Content {
    didSet { showLater() }
  }
  private var shown: Content?

  /// Hosts a view.
  public init(rootView: Content) {
    self.rootView = rootView
    super.init(nibName: nil, bundle: nil)
  }

  /// Hosts a view, from an archive.
  public init?(coder aDecoder: NSCoder, rootView: Content) {
    self.rootView = rootView
    super.init(coder: aDecoder)
  }

  /// Has no view to host.
  public required init?(coder aDecoder: NSCoder) {
    preconditionFailure("init(coder:) must be implemented in a subclass, with a root view.")
  }

  /// Shows the view.
  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    showLater()
  }

  private func showLater() {
    DispatchQueue.main.async { [weak self] in
      guard let self, viewIfLoaded?.window != nil else { return }
      StandInElement.show(rootView, insteadOf: shown)
      shown = rootView
    }
  }
}

/// Stands in for SwiftUI's protocol.
@MainActor
public protocol UIViewControllerRepresentable: View where Body == Never {
  /// The type of the controller.
  associatedtype UIViewControllerType: UIViewController
  /// What the representable keeps beside the controller.
  associatedtype Coordinator = Void

  /// Makes the controller.
  func makeUIViewController(context: Self.Context) -> Self.UIViewControllerType
  /// Brings the controller up to date.
  func updateUIViewController(_ uiViewController: Self.UIViewControllerType, context: Self.Context)
  /// Makes the coordinator.
  func makeCoordinator() -> Self.Coordinator

  /// What SwiftUI tells.
  typealias Context = UIViewControllerRepresentableContext<Self>
}

extension UIViewControllerRepresentable where Coordinator == Void {
  /// Nothing.
  public func makeCoordinator() {}
}

extension UIViewControllerRepresentable {
  /// Never called.
  public var body: Never { preconditionFailure("A representable has no body.") }
}

/// Stands in for SwiftUI's structure.
@MainActor
public struct UIViewControllerRepresentableContext<Representable: UIViewControllerRepresentable> {
  /// What the representable keeps.
  public let coordinator: Representable.Coordinator

  /// Made by SwiftUI alone; by tests here.
  public init(coordinator: Representable.Coordinator) { self.coordinator = coordinator }
}
#endif

#if canImport(AppKit)
import Foundation
import AppKit

/// Stands in for SwiftUI's controller.
open class NSHostingController<Content: View>: NSViewController {
  /// The view.
  public var rootView: Content

  /// Hosts a view.
  public init(rootView: Content) {
    self.rootView = rootView
    super.init(nibName: nil, bundle: nil)
  }

  /// Hosts a view, from an archive.
  public init?(coder: NSCoder, rootView: Content) {
    self.rootView = rootView
    super.init(coder: coder)
  }

  /// Has no view to host.
  public required init?(coder: NSCoder) {
    preconditionFailure("init(coder:) must be implemented in a subclass, with a root view.")
  }

  /// Makes a view, where AppKit's class would make one that shows the root view.
  open override func loadView() { view = NSView(frame: .zero) }
}

/// Stands in for SwiftUI's protocol.
@MainActor
public protocol NSViewControllerRepresentable: View where Body == Never {
  /// The type of the controller.
  associatedtype NSViewControllerType: NSViewController
  /// What the representable keeps beside the controller.
  associatedtype Coordinator = Void

  /// Makes the controller.
  func makeNSViewController(context: Self.Context) -> Self.NSViewControllerType
  /// Brings the controller up to date.
  func updateNSViewController(_ nsViewController: Self.NSViewControllerType, context: Self.Context)
  /// Makes the coordinator.
  func makeCoordinator() -> Self.Coordinator

  /// What SwiftUI tells.
  typealias Context = NSViewControllerRepresentableContext<Self>
}

extension NSViewControllerRepresentable where Coordinator == Void {
  /// Nothing.
  public func makeCoordinator() {}
}

extension NSViewControllerRepresentable {
  /// Never called.
  public var body: Never { preconditionFailure("A representable has no body.") }
}

/// Stands in for SwiftUI's structure.
@MainActor
public struct NSViewControllerRepresentableContext<Representable: NSViewControllerRepresentable> {
  /// What the representable keeps.
  public let coordinator: Representable.Coordinator

  /// Made by SwiftUI alone; by tests here.
  public init(coordinator: Representable.Coordinator) { self.coordinator = coordinator }
}
#endif

#if canImport(UIKit)
import Foundation
import UIKit

/// Stands in for SwiftUI's controller.
open class UIHostingController<Content: View>: UIViewController {
  /// The view.
  public var rootView: Content

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

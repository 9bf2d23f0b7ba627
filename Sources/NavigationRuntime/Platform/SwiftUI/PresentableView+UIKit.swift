#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS)
import SwiftUI
import UIKit

/// Shows a presentable inside SwiftUI: a flow in an app with SwiftUI scenes.
///
/// ```swift
/// @main
/// struct TheApp: App {
///   private let root = RootFlow()
///
///   var body: some Scene {
///     WindowGroup { PresentableView(root) }
///   }
/// }
/// ```
///
/// The view shows the presentable's controller and decides nothing. In the tree the controller is
/// inside SwiftUI's own, as in any other parent.
public struct PresentableView: UIViewControllerRepresentable {
  private let presentable: any Presentable

  /// Makes a view of a presentable.
  ///
  /// - Parameter presentable: A flow or a controller; always the same one at one position in the
  ///   view hierarchy.
  public init(_ presentable: any Presentable) {
    self.presentable = presentable
  }

  /// Returns the presentable's controller; called by SwiftUI, once.
  ///
  /// - Parameter context: Unused.
  /// - Returns: The controller.
  public func makeUIViewController(context: Context) -> UIViewController {
    presentable.viewController
  }

  /// Has no effect: the controller updates itself.
  ///
  /// - Parameters:
  ///   - uiViewController: The controller.
  ///   - context: Unused.
  public func updateUIViewController(_ uiViewController: UIViewController, context: Context) {}
}
#endif

#if canImport(SwiftUI) && canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import SwiftUI

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
public struct PresentableView: NSViewControllerRepresentable {
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
  public func makeNSViewController(context: Context) -> NSViewController {
    presentable.viewController
  }

  /// Has no effect: the controller updates itself.
  ///
  /// - Parameters:
  ///   - nsViewController: The controller.
  ///   - context: Unused.
  public func updateNSViewController(_ nsViewController: NSViewController, context: Context) {}
}
#endif

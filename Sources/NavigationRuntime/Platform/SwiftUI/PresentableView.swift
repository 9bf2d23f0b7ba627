#if canImport(SwiftUI) && (canImport(UIKit) && !os(watchOS) || canImport(AppKit))
import SwiftUI

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

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
@MainActor
public struct PresentableView {
  private let presentable: any Presentable

  /// Makes a view of a presentable.
  ///
  /// - Parameter presentable: A flow or a controller; always the same one at one position in the
  ///   view hierarchy.
  public init(_ presentable: any Presentable) {
    self.presentable = presentable
  }
}

#if canImport(UIKit)
extension PresentableView: UIViewControllerRepresentable {
  /// Returns the presentable's controller; called by SwiftUI, once.
  public func makeUIViewController(context: Context) -> UIViewController {
    presentable.viewController
  }

  /// Has no effect: the controller updates itself.
  public func updateUIViewController(_ uiViewController: UIViewController, context: Context) {}
}
#else
extension PresentableView: NSViewControllerRepresentable {
  /// Returns the presentable's controller; called by SwiftUI, once.
  public func makeNSViewController(context: Context) -> NSViewController {
    presentable.viewController
  }

  /// Has no effect: the controller updates itself.
  public func updateNSViewController(_ nsViewController: NSViewController, context: Context) {}
}
#endif
#endif

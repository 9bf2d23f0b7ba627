// UIKit's types that the templates use and the libraries do not, so that Tooling/Apple/UIKit has
// no stand-in for them.
@_exported import Foundation
public import HeadlessStandIn
public import UIKit

/// Stands in for UIKit's class.
public typealias UIBarButtonItem = HeadlessBarButtonItem

/// Stands in for UIKit's class.
@MainActor
public final class UIColor {
  /// The color behind everything.
  public static let systemBackground = UIColor()
}

extension UIView {
  /// Ignored, because a headless view has no colour.
  public var backgroundColor: UIColor? {
    get { nil }
    set {}
  }
}

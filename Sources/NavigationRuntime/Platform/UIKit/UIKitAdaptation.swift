#if canImport(UIKit) && !os(watchOS)
import UIKit

extension UIPresentationController {
  /// Whether the presenter's view leaves the screen.
  ///
  /// `shouldRemovePresentersView` may be that of the style without the delegate's adaptation.
  var coversPresenter: Bool {
    shouldRemovePresentersView || styleOfDelegate(in: traitCollection) == .fullScreen
  }

  /// Returns the style to which the delegate adapts the presentation, `none` if it keeps the style,
  /// or `nil` if UIKit does not ask it.
  ///
  /// As UIKit does, it prefers the method with traits, and calls the other one where there is little
  /// width. UIKit adapts no style that fills the screen anyway. The delegate is asked at each reading
  /// of the hierarchy, while UIKit asks it once for each adaptation.
  func styleOfDelegate(in traits: UITraitCollection) -> UIModalPresentationStyle? {
    switch presentationStyle {
    case .fullScreen, .currentContext, .overFullScreen, .overCurrentContext: return nil
    default: break
    }
    // The protocol requires neither method.
    let style: ((UIPresentationController, UITraitCollection) -> UIModalPresentationStyle)? =
      delegate?.adaptivePresentationStyle(for:traitCollection:)
    if let style { return style(self, traits) }
    guard traits.horizontalSizeClass == .compact else { return nil }
    let styleIfCompact: ((UIPresentationController) -> UIModalPresentationStyle)? =
      delegate?.adaptivePresentationStyle(for:)
    return styleIfCompact?(self)
  }
}

#if !os(tvOS)
extension UIViewController {
  /// Returns whether UIKit presents the controller as a popover in an environment: where there is much
  /// width, or its delegate says so, or an action sheet on an iPad.
  func isPopover(in traits: UITraitCollection) -> Bool {
    let isWide = traits.horizontalSizeClass == .regular
    if let alert = self as? UIAlertController {
      let idiom = traits.userInterfaceIdiom
      return alert.preferredStyle == .actionSheet && isWide && (idiom == .pad || idiom == .mac)
    }
    guard modalPresentationStyle == .popover else { return false }
    let style = popoverPresentationController?.styleOfDelegate(in: traits)
    return style.map { $0 == .none || $0 == .popover } ?? isWide
  }
}

extension UIPopoverPresentationController {
  /// Whether the popover has something to point at, or its delegate may set it in time.
  var hasSource: Bool {
    if sourceView != nil || barButtonItem != nil { return true }
    if #available(iOS 16.0, *), sourceItem != nil { return true }
    let manager: UIPresentationController = self
    // The protocol does not require the method.
    let prepare: ((UIPopoverPresentationController) -> Void)? =
      (manager.delegate as? any UIPopoverPresentationControllerDelegate)?
      .prepareForPopoverPresentation
    return prepare != nil
  }
}
#endif
#endif

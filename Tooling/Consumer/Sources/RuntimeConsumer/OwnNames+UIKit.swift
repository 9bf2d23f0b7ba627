#if canImport(UIKit) && !os(watchOS)
import NavigationRuntime
import UIKit

/// A button of UIKit's with names of its own.
public final class OwnNamesUIButton: UIButton {
  /// An app's word.
  public var onTap: (() -> Void)?
  /// An app's word.
  public func emitter(for name: String) -> String { name }
}

/// A text field of UIKit's with names of its own.
public final class OwnNamesUITextField: UITextField {
  /// An app's word.
  public var onTextChange: ((String) -> Void)?
}

/// A recognizer of UIKit's with names of its own.
public final class OwnNamesRecognizer: UIGestureRecognizer {
  /// An app's word.
  public var onStateChange: (() -> Void)?
  /// An app's word.
  public var onRecognized: (() -> Void)?
}

@available(tvOS, unavailable)
extension UISwitch {
  /// An app's word.
  public var onToggle: String { "own" }
}

/// What the app gets.
///
/// - Parameter toggle: Any switch.
/// - Returns: The app's own.
@available(tvOS, unavailable)
@MainActor
public func ownToggle(of toggle: UISwitch) -> String { toggle.onToggle }

/// What a user of the library gets.
///
/// - Parameter field: Any text field.
/// - Returns: The library's.
@MainActor
public func texts(of field: UITextField) -> some Emitter<String> { field.onTextChange }
#endif

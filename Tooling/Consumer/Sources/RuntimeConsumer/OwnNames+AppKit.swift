#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import NavigationRuntime

/// A controller of AppKit's with a name of its own.
public final class OwnNamesStackItem: NSViewController {
  /// An app's word.
  public weak var navigationController: NSViewController?
}

/// A button of AppKit's with names of its own.
public final class OwnNamesNSButton: NSButton {
  /// An app's word.
  public var onAction: (() -> Void)?
  /// An app's word.
  public var onTap: (() -> Void)?
  /// An app's word.
  public var onToggle: ((Bool) -> Void)?
}

/// A text field of AppKit's with names of its own.
public final class OwnNamesNSTextField: NSTextField {
  /// An app's word.
  public var onTextChange: ((String) -> Void)?
}

/// What a user of the library gets.
///
/// - Parameter controller: Any controller.
/// - Returns: The library's.
@MainActor
public func stack(around controller: NSViewController) -> StackViewController? {
  controller.navigationController
}
#endif

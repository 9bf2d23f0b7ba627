import Foundation

/// A question with a few buttons, shaped like `UIAlertController`.
///
/// After a tap on any button the alert closes itself first, then calls the handler. An action sheet
/// whose ``HeadlessViewController/modalPresentationStyle`` is `popover` looks as on a wide screen:
/// without its cancel button, which a tap outside replaces.
open class HeadlessAlertController: HeadlessViewController {
  /// The position of the question, shaped like `UIAlertController.Style`.
  public enum Style: Sendable {
    /// At the bottom of the screen.
    case actionSheet
    /// In the middle of the screen.
    case alert
  }

  /// The text under the title.
  open var message: String?
  /// The position of the question.
  public final private(set) var preferredStyle = Style.alert
  /// The buttons.
  public final private(set) var actions: [HeadlessAlertAction] = []
  /// The button for the return key; it has to be one of ``actions``.
  open var preferredAction: HeadlessAlertAction? {
    didSet {
      guard let preferredAction, !holds(preferredAction) else { return }
      self.preferredAction = oldValue
      platform.report(.preferredActionNotAdded(preferredAction, self))
    }
  }
  /// The text fields, if any were added.
  public final private(set) var textFields: [HeadlessTextField]?

  /// Makes an alert or an action sheet without buttons.
  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    self.title = title
    self.message = message
    self.preferredStyle = preferredStyle
    modalPresentationStyle = .overFullScreen
  }

  /// Adds a button; only one of them can be the cancel button.
  open func addAction(_ action: HeadlessAlertAction) {
    if action.style == .cancel, cancelAction != nil {
      return platform.report(.secondCancelAction(action, self))
    }
    actions.append(action)
  }

  /// Adds a text field, which an action sheet cannot have; the closure configures it.
  open func addTextField(configurationHandler: ((HeadlessTextField) -> Void)? = nil) {
    guard preferredStyle == .alert else { return platform.report(.textFieldInActionSheet(self)) }
    let field = HeadlessTextField()
    configurationHandler?(field)
    textFields = (textFields ?? []) + [field]
  }

  /// Simulates a tap on the button with this title.
  ///
  /// - Returns: `false` if there is no such button, it is disabled, the alert is not on the screen
  ///   or is covered, or a transition runs.
  @discardableResult
  public final func userDidTap(_ title: String) -> Bool {
    guard let action = visibleActions.first(where: { $0.title == title }) else { return false }
    return userDidTap(action)
  }

  /// Simulates a tap on a button.
  @discardableResult
  public final func userDidTap(_ action: HeadlessAlertAction) -> Bool {
    guard receivesTouch(), visibleActions.contains(where: { $0 === action }), action.isEnabled,
      let presenter = directPresenter
    else { return false }
    var isDismissed = false
    let dismiss = { [self] (completion: (() -> Void)?) in
      let result = presenter.performDismiss(
        self, animated: true, by: .user, delegate: nil, completion: completion)
      isDismissed = result.refusal == nil
    }
    let completion: () -> Void = { action.handler?(action) }
    if let wrapping = Self.methodWrapping {
      wrapping.headlessDismiss(on: presenter, completion: completion, dismiss)
    } else {
      dismiss(completion)
    }
    return isDismissed
  }

  /// The button of style `cancel`.
  final var cancelAction: HeadlessAlertAction? { actions.first { $0.style == .cancel } }

  /// Whether it is shown as a popover, like an action sheet on a wide screen.
  final var isPopover: Bool { preferredStyle == .actionSheet && presentationStyle == .popover }

  final var visibleActions: [HeadlessAlertAction] {
    isPopover ? actions.filter { $0.style != .cancel } : actions
  }

  private func holds(_ action: HeadlessAlertAction) -> Bool {
    actions.contains { $0 === action }
  }
}

/// A button of an alert, shaped like `UIAlertAction`.
@MainActor
open class HeadlessAlertAction: HeadlessObject {
  /// The style of a button, shaped like `UIAlertAction.Style`.
  public enum Style: Sendable {
    /// An ordinary button.
    case `default`
    /// The button that leaves everything as it is.
    case cancel
    /// A button for a destructive action.
    case destructive
  }

  /// The button's text.
  public final let title: String?
  /// The style of the button.
  public final let style: Style
  /// Whether the user can tap the button.
  open var isEnabled = true

  let handler: ((HeadlessAlertAction) -> Void)?

  /// Makes a button; the handler is called once the alert has closed.
  public init(
    title: String?, style: Style, handler: ((HeadlessAlertAction) -> Void)? = nil
  ) {
    self.title = title
    self.style = style
    self.handler = handler
  }
}

import Foundation

/// A button, shaped like `UIButton`.
open class HeadlessButton: HeadlessControl {
  private var titles: [State: String] = [:]

  /// Makes a button with an empty frame and an action; its title becomes the button's.
  public convenience init(primaryAction: HeadlessAction?) {
    // `CGRect.zero` would be CoreGraphics', which a default argument must not use here.
    self.init(frame: CGRect(), primaryAction: primaryAction)
  }

  /// Makes a button with an action; its title becomes the button's.
  public convenience init(frame: CGRect, primaryAction: HeadlessAction?) {
    self.init(frame: frame)
    guard let primaryAction else { return }
    setTitle(primaryAction.title, for: .normal)
    addAction(primaryAction, for: .primaryActionTriggered)
  }

  /// The title that is currently shown.
  public final var currentTitle: String? {
    title(for: isEnabled ? .normal : .disabled)
  }

  /// Sets the title for a state.
  open func setTitle(_ title: String?, for state: State) {
    titles[state] = title
  }

  /// Returns the title for a state; if there is none, the normal one.
  open func title(for state: State) -> String? {
    titles[state] ?? titles[.normal]
  }
}

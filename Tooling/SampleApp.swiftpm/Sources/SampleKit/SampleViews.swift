import UIKit

/// A view that fills its superview and shows its subviews one below the other.
open class SampleFormView: UIView {
  private let spacing: CGFloat = 12

  /// Fills the superview.
  open override func didMoveToSuperview() {
    super.didMoveToSuperview()
    guard let superview else { return }
    superview.backgroundColor = .systemBackground
    frame = superview.bounds
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
  }

  /// Places the subviews.
  open override func layoutSubviews() {
    super.layoutSubviews()
    var top = safeAreaInsets.top + spacing
    let width = bounds.width - safeAreaInsets.left - safeAreaInsets.right - 2 * spacing
    for view in subviews {
      let height = view.sizeThatFits(CGSize(width: width, height: bounds.height)).height
      view.frame = CGRect(
        x: safeAreaInsets.left + spacing, y: top, width: width, height: max(height, 44))
      top += max(height, 44) + spacing
    }
  }

  /// Lays out again, as texts may have changed.
  open override func addSubview(_ view: UIView) {
    super.addSubview(view)
    setNeedsLayout()
  }
}

/// A text of any number of lines.
public final class SampleLabel: UILabel {
  /// Makes a label.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    numberOfLines = 0
  }

  /// Makes a label from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The text, for which the superview makes room.
  public override var text: String? {
    didSet { superview?.setNeedsLayout() }
  }
}

/// A button that is a text.
public final class SampleButton: UIButton {
  /// Makes a button.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    setTitleColor(.systemBlue, for: .normal)
    setTitleColor(.systemGray, for: .disabled)
  }

  /// Makes a button from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// A field with a border, for names and addresses.
public final class SampleTextField: UITextField {
  /// Makes a field.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    borderStyle = .roundedRect
    autocapitalizationType = .none
    autocorrectionType = .no
  }

  /// Makes a field from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// A switch with its name beside it.
public final class SampleSwitch: UIControl {
  private let label = UILabel(frame: .zero)
  private let toggle = UISwitch(frame: .zero)

  /// Makes a switch.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    addSubview(label)
    addSubview(toggle)
    toggle.addAction(
      UIAction { [weak self] _ in self?.sendActions(for: .valueChanged) }, for: .valueChanged)
  }

  /// Makes a switch from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Whether it is on.
  public var isOn: Bool {
    get { toggle.isOn }
    set { toggle.isOn = newValue }
  }

  /// The name, which is shown.
  public override var accessibilityIdentifier: String? {
    didSet { label.text = accessibilityIdentifier }
  }

  /// Places the switch at the end.
  public override func layoutSubviews() {
    super.layoutSubviews()
    let size = toggle.sizeThatFits(bounds.size)
    toggle.frame = CGRect(
      x: bounds.width - size.width, y: (bounds.height - size.height) / 2, width: size.width,
      height: size.height)
    label.frame = CGRect(x: 0, y: 0, width: bounds.width - size.width, height: bounds.height)
  }
}

/// A list of rows to tap.
public final class SampleListView: SampleFormView {
  /// A row.
  public struct Row {
    let title: String

    /// Makes a row.
    ///
    /// - Parameter title: The text.
    public init(_ title: String) { self.title = title }
  }

  /// Called with the index of the tapped row.
  public var onSelect: ((Int) -> Void)?

  /// The rows.
  public var rows: [Row] = [] {
    didSet {
      guard rows.map(\.title) != oldValue.map(\.title) else { return }
      for view in subviews { view.removeFromSuperview() }
      for (index, row) in rows.enumerated() {
        let button = SampleButton(frame: .zero)
        button.setTitle(row.title, for: .normal)
        button.addAction(
          UIAction { [weak self] _ in self?.onSelect?(index) }, for: .touchUpInside)
        addSubview(button)
      }
    }
  }

  /// Leaves the frame to the form around the list.
  public override func didMoveToSuperview() {}

  /// Room for all rows.
  public override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: size.width, height: CGFloat(rows.count) * 56 + 12)
  }
}

extension HeadlessView {
  /// The visible elements of this view alone, without its subviews.
  var elements: [HeadlessElement] {
    switch self {
    case let label as HeadlessLabel:
      return [HeadlessElement(.label, label.text ?? "", identifier: accessibilityIdentifier)]
    case let button as HeadlessButton:
      return [
        HeadlessElement(
          .button, button.currentTitle ?? "", identifier: accessibilityIdentifier,
          isEnabled: button.isEnabled, use: .tap { button.userDidTap() })
      ]
    case let field as HeadlessTextField:
      return [
        HeadlessElement(
          .textField, field.visibleText, identifier: accessibilityIdentifier ?? field.placeholder,
          isPlaceholder: (field.text ?? "").isEmpty, isSecure: field.isSecureTextEntry,
          isEnabled: field.isEnabled, use: .type { field.userDidType($0) })
      ]
    case let toggle as HeadlessSwitch:
      return [
        HeadlessElement(
          .toggle, accessibilityIdentifier ?? "", identifier: accessibilityIdentifier,
          isEnabled: toggle.isEnabled, isSelected: toggle.isOn,
          use: .flip { toggle.userDidFlip(to: $0) })
      ]
    case let list as HeadlessListView:
      return list.rows.enumerated().map { index, row in
        HeadlessElement(
          .row, row.title, detail: row.detail, isEnabled: list.allowsSelection,
          use: .tap { list.userDidSelectRow(at: index) })
      }
    default:
      return []
    }
  }
}

extension HeadlessButton {
  fileprivate func userDidTap() -> Bool {
    sendActions(for: .touchUpInside)
    sendActions(for: .primaryActionTriggered)
    return true
  }
}

extension HeadlessTextField {
  fileprivate func userDidType(_ newText: String) {
    sendActions(for: .editingDidBegin)
    text = newText
    sendActions(for: .editingChanged)
    sendActions(for: .editingDidEnd)
  }
}

extension HeadlessSwitch {
  fileprivate func userDidFlip(to on: Bool) {
    guard on != isOn else { return }
    isOn = on
    sendActions(for: .valueChanged)
  }
}

extension HeadlessListView {
  fileprivate func userDidSelectRow(at index: Int) -> Bool {
    guard rows.indices.contains(index), let onSelect else { return false }
    onSelect(index)
    return true
  }
}

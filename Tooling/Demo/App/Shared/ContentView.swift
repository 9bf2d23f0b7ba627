import DemoKit
import NavigationRuntime

/// The content of a screen as a value, with the event of each control.
package nonisolated struct Content<Event> {
  /// A label or a control.
  package enum Element {
    case text(String)
    case field(String, text: String, isSecure: Bool = false, (String) -> Event)
    case button(String, isEnabled: Bool = true, Event)
    case toggle(String, isOn: Bool, (Bool) -> Event)
    case list([String], (Int) -> Event)
  }

  package let title: String
  package let elements: [Element]

  package init(_ title: String, _ elements: [Element]) {
    self.title = title
    self.elements = elements
  }
}

/// Shows a ``Content`` and emits the user's actions.
///
/// Views stay as long as their kind does, so that a field does not disappear while the user types
/// into it.
package final class ContentView<Event>: DemoFormView {
  /// The user's actions.
  package let events = AsyncPassthroughSubject<Event>()
  private var elements: [Content<Event>.Element] = []

  package func show(_ content: Content<Event>) {
    elements = content.elements
    for (index, element) in elements.enumerated() {
      if index < subviews.count, update(subviews[index], element) { continue }
      while subviews.count > index { subviews[subviews.count - 1].removeFromSuperview() }
      let view = make(element, at: index)
      _ = update(view, element)
      addSubview(view)
    }
    while subviews.count > elements.count { subviews[subviews.count - 1].removeFromSuperview() }
  }

  private func make(_ element: Content<Event>.Element, at index: Int) -> DemoView {
    switch element {
    case .text: return DemoLabel()
    case .field:
      let field = DemoTextField()
      field.addAction(DemoAction { [weak self] _ in self?.use(index) }, for: .editingChanged)
      return field
    case .button:
      let button = DemoButton()
      button.addAction(
        DemoAction { [weak self] _ in self?.use(index) }, for: .primaryActionTriggered)
      return button
    case .toggle:
      let toggle = DemoSwitch()
      toggle.addAction(DemoAction { [weak self] _ in self?.use(index) }, for: .valueChanged)
      return toggle
    case .list:
      let list = DemoListView()
      list.onSelect = { [weak self] in self?.use(index, row: $0) }
      return list
    }
  }

  /// Whether the view is of the element's kind, and shows it now.
  private func update(_ view: DemoView, _ element: Content<Event>.Element) -> Bool {
    switch (element, view) {
    case (.text(let text), let label as DemoLabel):
      label.text = text
    case (.field(let name, let text, let isSecure, _), let field as DemoTextField):
      field.placeholder = name
      field.accessibilityIdentifier = name
      field.isSecureTextEntry = isSecure
      field.text = text
    case (.button(let title, let isEnabled, _), let button as DemoButton):
      button.setTitle(title, for: .normal)
      button.isEnabled = isEnabled
    case (.toggle(let name, let isOn, _), let toggle as DemoSwitch):
      toggle.accessibilityIdentifier = name
      toggle.isOn = isOn
    case (.list(let titles, _), let list as DemoListView):
      list.rows = titles.map { DemoListView.Row($0) }
    default: return false
    }
    return true
  }

  private func use(_ index: Int, row: Int = 0) {
    guard elements.indices.contains(index), subviews.indices.contains(index) else { return }
    switch (elements[index], subviews[index]) {
    case (.field(_, _, _, let event), let field as DemoTextField):
      events.send(event(field.text ?? ""))
    case (.button(_, true, let event), _): events.send(event)
    case (.toggle(_, _, let event), let toggle as DemoSwitch): events.send(event(toggle.isOn))
    case (.list(_, let event), _): events.send(event(row))
    default: break
    }
  }
}

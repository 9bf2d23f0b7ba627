/// The content of a screen as a value, with the event of each control.
package struct Content<Event> {
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

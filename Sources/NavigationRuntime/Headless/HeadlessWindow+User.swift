extension HeadlessWindow {
  /// Simulates a tap on the button, bar button, tab, row or alert button with this text or
  /// identifier.
  ///
  /// - Throws: ``HeadlessTouchError`` if no such element can be reached now.
  public final func userDidTap(_ titleOrIdentifier: String) throws {
    try use(titleOrIdentifier, "Tapping \"\(titleOrIdentifier)\"") { $0.tap }
  }

  /// Simulates the selection of the row with this text.
  ///
  /// - Throws: ``HeadlessTouchError`` if no such element can be reached now.
  public final func userDidSelectRow(_ title: String) throws {
    try use(title, "Selecting the row \"\(title)\"") { $0.kind == .row ? $0.tap : nil }
  }

  /// Simulates typing into the field with this identifier, placeholder or text.
  ///
  /// - Throws: ``HeadlessTouchError`` if no such element can be reached now.
  public final func userDidType(_ text: String, into field: String) throws {
    try use(field, "Typing into \"\(field)\"") { $0.typing(text) }
  }

  /// Simulates a flip of the switch with this identifier.
  ///
  /// - Throws: ``HeadlessTouchError`` if no such element can be reached now.
  public final func userDidSwitch(_ identifier: String) throws {
    try use(identifier, "Switching \"\(identifier)\"") { $0.flip }
  }

  /// Simulates a tap on the element at an index of ``visibleElements``.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is no element now, or it does not support a tap.
  public final func userDidTap(elementAt index: Int) throws {
    try use(at: index, "Tapping") { $0.tap }
  }

  /// Simulates typing into the field at an index of ``visibleElements``.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is no element now, or it is not a field.
  public final func userDidType(_ text: String, intoElementAt index: Int) throws {
    try use(at: index, "Typing") { $0.typing(text) }
  }

  /// Simulates a flip of the switch at an index of ``visibleElements``.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is no element now, or it is not a switch.
  public final func userDidSwitch(elementAt index: Int) throws {
    try use(at: index, "Switching") { $0.flip }
  }

  /// Uses the element at an index, if the screen accepts touches.
  private func use(
    at index: Int, _ verb: String, _ action: (HeadlessElement) -> (() -> Bool)?
  ) throws {
    let elements = visibleElements
    let element = elements.indices.contains(index) ? elements[index] : nil
    let request = element.map { "\(verb) \"\($0.label)\"" } ?? "\(verb) element \(index)"
    if isTransitionRunning { throw HeadlessTouchError(.transitionRunning, request) }
    let usable = elements.filter { action($0) != nil }
    let candidates = usable.filter(\.isEnabled).map(\.label)
    guard let element else {
      throw HeadlessTouchError(.notFound, request, candidates: candidates)
    }
    guard element.isEnabled, let action = action(element), action() else {
      throw HeadlessTouchError(.notUsable, request, candidates: candidates)
    }
  }

  /// Uses the one matching element, if the screen accepts touches.
  private func use(
    _ wanted: String, _ request: String, _ action: (HeadlessElement) -> (() -> Bool)?
  ) throws {
    if isTransitionRunning { throw HeadlessTouchError(.transitionRunning, request) }
    let usable = visibleElements.compactMap { element in
      action(element).map { (element: element, action: $0) }
    }
    let candidates = usable.map(\.element).filter(\.isEnabled).map(\.label)
    var matching = usable.filter { $0.element.identifier == wanted }
    if matching.isEmpty { matching = usable.filter { $0.element.matches(wanted) } }
    guard let match = matching.first else {
      throw HeadlessTouchError(.notFound, request, candidates: candidates)
    }
    guard matching.count == 1 else {
      throw HeadlessTouchError(.ambiguous, request, candidates: candidates)
    }
    guard match.element.isEnabled, match.action() else {
      throw HeadlessTouchError(.notUsable, request, candidates: candidates)
    }
  }
}

extension HeadlessElement {
  /// The element's label for people.
  fileprivate var label: String { text.isEmpty ? identifier ?? "" : text }
}

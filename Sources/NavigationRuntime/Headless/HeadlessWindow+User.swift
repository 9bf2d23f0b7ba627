extension HeadlessWindow {
  /// The user taps the button, bar button, tab, row or alert button with this text or identifier.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is none that can be reached now.
  public final func userDidTap(_ titleOrIdentifier: String) throws {
    try use(titleOrIdentifier, "Tapping \"\(titleOrIdentifier)\"") { $0.tap }
  }

  /// The user selects the row with this text.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is none that can be reached now.
  public final func userDidSelectRow(_ title: String) throws {
    try use(title, "Selecting the row \"\(title)\"") { $0.kind == .row ? $0.tap : nil }
  }

  /// The user types a text into the field with this identifier, placeholder or text.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is none that can be reached now.
  public final func userDidType(_ text: String, into field: String) throws {
    try use(field, "Typing into \"\(field)\"") { $0.typing(text) }
  }

  /// The user turns the switch with this identifier over.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is none that can be reached now.
  public final func userDidSwitch(_ identifier: String) throws {
    try use(identifier, "Switching \"\(identifier)\"") { $0.flip }
  }

  /// The user taps what is at this place among ``visibleElements``.
  ///
  /// - Throws: ``HeadlessTouchError`` if nothing is there now, or it is nothing to tap.
  public final func userDidTap(elementAt index: Int) throws {
    try use(at: index, "Tapping") { $0.tap }
  }

  /// The user types a text into the field at this place among ``visibleElements``.
  ///
  /// - Throws: ``HeadlessTouchError`` if nothing is there now, or it is no field.
  public final func userDidType(_ text: String, intoElementAt index: Int) throws {
    try use(at: index, "Typing") { $0.typing(text) }
  }

  /// The user turns the switch at this place among ``visibleElements`` over.
  ///
  /// - Throws: ``HeadlessTouchError`` if nothing is there now, or it is no switch.
  public final func userDidSwitch(elementAt index: Int) throws {
    try use(at: index, "Switching") { $0.flip }
  }

  /// Uses the element at a place, if the screen takes touches.
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

  /// Finds the one element that is meant and uses it, if the screen takes touches.
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
  /// What a person calls the element.
  fileprivate var label: String { text.isEmpty ? identifier ?? "" : text }
}

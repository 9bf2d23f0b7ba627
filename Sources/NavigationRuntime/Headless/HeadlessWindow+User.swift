extension HeadlessWindow {
  /// The user taps the button, bar button, tab, row or alert button with this text or identifier.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is none that can be reached now.
  public final func userDidTap(_ titleOrIdentifier: String) throws {
    try use(titleOrIdentifier, "Tapping \"\(titleOrIdentifier)\"") { element in
      guard case .tap(let tap) = element.use else { return nil }
      return tap
    }
  }

  /// The user selects the row with this text.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is none that can be reached now.
  public final func userDidSelectRow(_ title: String) throws {
    try use(title, "Selecting the row \"\(title)\"") { element in
      guard element.kind == .row, case .tap(let tap) = element.use else { return nil }
      return tap
    }
  }

  /// The user types a text into the field with this identifier, placeholder or text.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is none that can be reached now.
  public final func userDidType(_ text: String, into field: String) throws {
    try use(field, "Typing into \"\(field)\"") { element in
      guard case .type(let type) = element.use else { return nil }
      return {
        type(text)
        return true
      }
    }
  }

  /// The user turns the switch with this identifier over.
  ///
  /// - Throws: ``HeadlessTouchError`` if there is none that can be reached now.
  public final func userDidSwitch(_ identifier: String) throws {
    try use(identifier, "Switching \"\(identifier)\"") { element in
      guard case .flip(let flip) = element.use else { return nil }
      return {
        flip(!element.isSelected)
        return true
      }
    }
  }

  /// Finds the one element that is meant and uses it, if the screen takes touches.
  private func use(
    _ wanted: String, _ request: String, _ action: (HeadlessElement) -> (() -> Bool)?
  ) throws {
    if isTransitionRunning {
      throw HeadlessTouchError(.transitionRunning, request, candidates: [])
    }
    let usable = visibleElements.compactMap { element in
      action(element).map { (element: element, action: $0) }
    }
    let candidates = usable.filter(\.element.isEnabled)
      .map { $0.element.text.isEmpty ? $0.element.identifier ?? "" : $0.element.text }
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

import NavigationRuntime

extension StoryPlayer {
  /// Checks an expectation, or throws the actual state.
  func check(_ expectation: StoryExpectation) throws(StoryMiss) {
    if case .waiting(let name) = expectation.subject { _ = try service(name) }
    let finding = look(for: expectation.subject)
    if finding.isSo != expectation.isNegated { return }
    throw StoryMiss(
      expectation.isNegated ? "no \(finding.wanted)" : finding.wanted, found: finding.found,
      hint: expectation.isNegated ? nil : finding.hint)
  }

  /// The expected and the actual state.
  struct Finding {
    var isSo: Bool
    var wanted: String
    var found: String
    var hint: String?

    init(_ isSo: Bool, _ wanted: String, found: String, hint: String? = nil) {
      self.isSo = isSo
      self.wanted = wanted
      self.found = found
      self.hint = hint
    }
  }

  private func look(for subject: StoryExpectation.Subject) -> Finding {
    switch subject {
    case .screen(let name):
      return self.name(name, "screen", among: [app.store.tree.visibleLeaf.name])
    case .title(let title): return element(title, "title", [.title])
    case .text(let text):
      let elements = app.window.visibleElements
      let isSo = elements.contains { $0.isSeen(text) }
      return Finding(
        isSo, "text \(text.inQuotes)",
        found: "\n" + elements.map(\.line).joined(separator: "\n"))
    case .button(let name, let isEnabled):
      return element(
        name, "button", Self.buttons, isEnabled.map { $0 ? "enabled" : "disabled" },
        state: { $0.isEnabled ? "enabled" : "disabled" })
    case .field(let name, let text):
      return element(
        name, "field", [.textField], text.map { "that reads \($0.inQuotes)" },
        state: { "that reads \($0.isPlaceholder ? "\"\"" : $0.text.inQuotes)" })
    case .toggle(let name, let isOn):
      return element(
        name, "switch", [.toggle], isOn.map { $0 ? "on" : "off" },
        state: { $0.isSelected ? "on" : "off" })
    case .row(let text): return element(text, "row", [.row])
    case .tab(let name, let isSelected):
      return element(
        name, "tab", [.tab], isSelected ? "selected" : nil,
        state: { $0.isSelected ? "selected" : "not selected" })
    case .back(let text): return named(text, "back button", .backButton)
    case .alert(let title): return alert(title)
    case .sheet:
      return Finding(
        app.window.presentation == .sheet, "sheet in front of everything", found: whatIsThere())
    case .stack(let names): return stack(names)
    case .tree(let text):
      let tree = app.store.tree.description
      return Finding(text == tree, "tree\n" + text, found: "\n" + tree)
    case .event(let text): return event(text)
    case .waiting(let service): return waiting(service)
    }
  }

  private static let buttons: Set<DemoElement.Kind> = [
    .button, .barButton, .backButton, .alertButton,
  ]

  private func name(_ wanted: String, _ what: String, among names: [String]) -> Finding {
    Finding(
      names.contains(wanted), "\(what) \(wanted.inQuotes)",
      found: names.isEmpty ? "none" : names.map(\.inQuotes).joined(separator: ", "),
      hint: Suggestion.question(about: wanted, in: names))
  }

  private func element(
    _ wanted: String, _ what: String, _ kinds: Set<DemoElement.Kind>, _ wantedState: String? = nil,
    state: (DemoElement) -> String = { _ in "" }
  ) -> Finding {
    let elements = app.window.visibleElements.filter { kinds.contains($0.kind) }
    let matching = elements.filter { $0.identifier == wanted || $0.name == wanted }
    guard let wantedState, !matching.isEmpty else {
      var finding = name(wanted, what, among: matching.isEmpty ? elements.map(\.name) : [wanted])
      if let wantedState { finding.wanted += " \(wantedState)" }
      return finding
    }
    let states = matching.map(state)
    return Finding(
      states.contains(wantedState), "\(what) \(wanted.inQuotes) \(wantedState)",
      found: "the \(what) \(wanted.inQuotes) \(states.joined(separator: ", "))")
  }

  private func named(_ text: String?, _ what: String, _ kind: DemoElement.Kind) -> Finding {
    if let text { return element(text, what, [kind]) }
    let found = app.window.visibleElements.filter { $0.kind == kind }.map(\.name.inQuotes)
    return Finding(
      !found.isEmpty, what, found: found.isEmpty ? "none" : found.joined(separator: ", "))
  }

  private func alert(_ title: String?) -> Finding {
    guard app.window.presentation == .alert else {
      let wanted = title.map { "alert \($0.inQuotes)" } ?? "alert"
      return Finding(false, wanted, found: whatIsThere())
    }
    return named(title, "alert", .title)
  }

  private func stack(_ names: [String]) -> Finding {
    let stack = app.store.tree.visiblePath.last { $0.kind == .stack }
    let found = stack?.children.map(\.name) ?? []
    return Finding(
      found == names, "stack " + names.map(\.inQuotes).joined(separator: " "),
      found: found.isEmpty ? "none" : found.map(\.inQuotes).joined(separator: " "))
  }

  private func event(_ text: String) -> Finding {
    let events = app.events.events.filter { $0.number > lastEventBeforeMove }.map(\.line)
    return Finding(
      events.contains { $0.contains(text) }, "event \(text.inQuotes)",
      found: events.isEmpty ? "nothing happened" : "\n" + events.joined(separator: "\n"))
  }

  private func waiting(_ service: String) -> Finding {
    let held = app.services.held
    let found = held.keys.sorted().map { "\($0.inQuotes): \(held[$0] ?? 0)" }
    return Finding(
      held[service, default: 0] > 0, "waiting answer of \(service.inQuotes)",
      found: found.isEmpty ? "no service is held" : found.joined(separator: ", "))
  }
}

extension DemoElement {
  /// Whether a person reads this text here, also as a part of a longer one.
  fileprivate func isSeen(_ wanted: String) -> Bool {
    if text.contains(wanted) { return true }
    return detail?.contains(wanted) ?? false
  }
}

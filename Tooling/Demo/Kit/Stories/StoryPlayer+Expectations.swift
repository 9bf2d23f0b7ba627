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

extension StoryPlayer {
  /// The index of the one element that matches and can be used.
  func find(
    _ name: String, _ what: String, _ kinds: Set<DemoElement.Kind>
  ) throws(StoryMiss) -> Int {
    let elements = app.window.visibleElements
    let candidates = elements.indices.filter { kinds.contains(elements[$0].kind) }
    var matching = candidates.filter { elements[$0].identifier == name }
    if matching.isEmpty { matching = candidates.filter { elements[$0].text == name } }
    let expected = "\(what) \(name.inQuotes)"
    guard let index = matching.first else {
      let names = candidates.flatMap { [elements[$0].name, elements[$0].identifier ?? ""] }
      throw StoryMiss(
        expected, found: whatCanBeTapped(kinds),
        hint: Suggestion.question(about: name, in: names)
          ?? whatElseIsCalled(name, elements))
    }
    guard matching.count == 1 else {
      throw StoryMiss(
        "one thing called \(name.inQuotes)", found: "\(matching.count) of them",
        hint: "An accessibilityIdentifier tells them apart.")
    }
    guard elements[index].isEnabled else {
      throw StoryMiss("\(expected), to use it", found: "that it is disabled")
    }
    return index
  }

  /// The elements of some kinds, as a list for people.
  func whatCanBeTapped(_ kinds: Set<DemoElement.Kind>) -> String {
    let names = app.window.visibleElements.filter { kinds.contains($0.kind) }
      .map { $0.isEnabled ? $0.name.inQuotes : "\($0.name.inQuotes) (disabled)" }
    let list = names.isEmpty ? "nothing of that kind" : names.joined(separator: ", ")
    return list + whereWeAre
  }

  /// The name of the visible leaf, and whether something covers the rest.
  func whatIsThere() -> String {
    "the screen \(app.store.tree.visibleLeaf.name.inQuotes)" + cover + touch
  }

  private var whereWeAre: String {
    " on the screen \(app.store.tree.visibleLeaf.name.inQuotes)" + cover
  }

  private var cover: String {
    guard let modal = app.store.tree.modalChain.last else { return "" }
    return ", with \(modal.name.inQuotes) in front of everything else"
  }

  private var touch: String {
    finger.map { ", with a finger on it that began to \($0.name)" } ?? ""
  }

  private func whatElseIsCalled(_ name: String, _ elements: [DemoElement]) -> String? {
    guard let element = elements.first(where: { $0.name == name || $0.text == name }) else {
      return nil
    }
    return "There is a \(element.kind.word) of that name."
  }
}

extension DemoElement {
  /// The element's name for people.
  var name: String {
    switch kind {
    case .textField: identifier ?? text
    default: text.isEmpty ? identifier ?? "" : text
    }
  }
}

extension DemoElement.Kind {
  /// The name for people of an element's kind.
  var word: String {
    switch self {
    case .title: "title"
    case .backButton: "back button"
    case .barButton, .button: "button"
    case .label: "text"
    case .textField: "field"
    case .toggle: "switch"
    case .row: "row"
    case .tab: "tab"
    case .alertButton: "button of an alert"
    }
  }
}

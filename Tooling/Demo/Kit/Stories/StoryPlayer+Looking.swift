import NavigationRuntime

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

import NavigationRuntime

extension DemoSession {
  /// Handles a key while no text is being entered.
  func look(_ key: TerminalKey) async {
    if player.finger != nil, await hold(key) { return }
    switch key {
    case .up, .left, .backTab: moveFocus(by: -1)
    case .down, .right, .tab: moveFocus(by: 1)
    case .enter: await useFocused()
    case .escape, .backspace: await leave()
    case .text(let text): await look(text)
    case .endOfInput: isOver = true
    case .home, .end, .interrupt, .redraw: break
    }
  }

  /// Handles a key while a finger is on the screen.
  ///
  /// - Returns: `false` if the key has its usual meaning.
  private func hold(_ key: TerminalKey) async -> Bool {
    switch key {
    case .enter, .text(" "): await perform("finish")
    case .escape, .backspace: await perform("cancel")
    case .text(":"), .text("?"), .text("q"): return false
    case .text, .up, .down, .left, .right, .tab, .backTab:
      say("A finger is on the screen; Enter lets it finish, Esc cancels.", isAlarm: true)
    default: return false
    }
    return true
  }

  private func look(_ text: String) async {
    if text == ":" {
      mode = .command("")
    } else if let index = focusedElement, element(index)?.kind == .textField {
      beginTyping(at: index, adding: text)
    } else if text == " " {
      await useFocused()
    } else if text == "?" {
      mode = .help
    } else if text == "q" {
      isOver = true
    } else {
      say("\(text.inQuotes) does nothing here; ? explains the keys.", isAlarm: true)
    }
  }

  /// Goes back, or pulls the sheet down.
  private func leave() async {
    if app.window.visibleElements.contains(where: { $0.kind == .backButton }) {
      await perform("back")
    } else if app.window.presentation == .sheet {
      await perform("pull down")
    } else {
      say("There is nowhere to go back to from here.", isAlarm: true)
    }
  }

  private func element(_ index: Int) -> DemoElement? {
    let elements = app.window.visibleElements
    return elements.indices.contains(index) ? elements[index] : nil
  }

  /// Uses the element that has the focus, by its index, so that equal names are not ambiguous.
  private func useFocused() async {
    guard let index = focusedElement, let element = element(index) else {
      return say("There is nothing to use on this screen.", isAlarm: true)
    }
    switch element.kind {
    case .textField: beginTyping(at: index, adding: "")
    case .toggle:
      await touch("switch \(element.name.inQuotes) \(element.isSelected ? "off" : "on")") {
        try $0.userDidSwitch(elementAt: index)
      }
    default:
      await touch("\(element.kind.verb) \(element.name.inQuotes)") {
        try $0.userDidTap(elementAt: index)
      }
    }
  }

  private func beginTyping(at index: Int, adding text: String) {
    guard let element = element(index) else { return }
    setFocus(index)
    let present = element.isPlaceholder || element.isSecure ? "" : element.text
    mode = .field(name: element.name, text: present + text, isSecret: element.isSecure)
    say("Enter puts the text into the field, Esc leaves the field as it is.")
  }

  /// Performs a move, reports it in the words of a story, and waits.
  func touch(_ words: String, _ action: (DemoWindow) throws -> Void) async {
    do {
      say(words)
      player.beginMove()
      try action(app.window)
      onChange?()
      await app.settled()
    } catch {
      say((error as? DemoTouchError)?.text ?? "\(error)", isAlarm: true)
    }
  }
}

extension DemoElement.Kind {
  /// The word with which a story uses an element of this kind.
  fileprivate var verb: String {
    switch self {
    case .row: "choose"
    case .tab: "tab"
    case .alertButton: "press"
    default: "tap"
    }
  }
}

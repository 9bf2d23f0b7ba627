import Foundation
import NavigationRuntime

extension StoryPlayer {
  /// Makes a move, or throws why it cannot be made.
  func make(_ move: StoryMove) throws(StoryMiss) {
    if move.needsFinger { try demandFreeFinger() }
    switch move {
    case .tap(let name): try tap(name, "something to tap called", Self.tappable)
    case .doubleTap(let name):
      try tap(name, "something to tap called", Self.tappable)
      // The second tap hits the element that has the name now, which usually does not exist any
      // more.
      try? tap(name, "something to tap called", Self.tappable)
    case .choose(let name): try tap(name, "the row", [.row])
    case .press(let name): try tap(name, "the alert's button", [.alertButton])
    case .tab(let name): try tap(name, "the tab", [.tab])
    case .type(let text, let name):
      let index = try find(name, "the field", [.textField])
      try touch { try self.app.window.userDidType(text, intoElementAt: index) }
    case .flip(let name, let isOn): try flip(name, to: isOn)
    case .back: try goBack()
    case .swipeBack(let end): try swipeBack(end)
    case .pullDown(let end): try pullDown(end)
    case .lift(let finishing): try lift(finishing: finishing)
    case .link(let url):
      if case .refused(let reason) = app.open(url) {
        throw StoryMiss("that the app opens \(url.absoluteString)", found: reason)
      }
    case .hold(let name): try service(name).hold(name)
    case .release(let name): try service(name).release(name)
    case .fail(let name): try service(name).fail(name)
    case .signal(let name):
      guard app.services.signals.contains(name) else {
        throw unknown(name, "the signal", among: app.services.signals)
      }
      app.services.signal(name)
    }
  }

  static let tappable: Set<DemoElement.Kind> = [
    .button, .barButton, .backButton, .tab, .row, .alertButton,
  ]

  private func tap(
    _ name: String, _ what: String, _ kinds: Set<DemoElement.Kind>
  ) throws(StoryMiss) {
    let index = try find(name, what, kinds)
    try touch { try self.app.window.userDidTap(elementAt: index) }
  }

  private func flip(_ name: String, to isOn: Bool?) throws(StoryMiss) {
    let index = try find(name, "the switch", [.toggle])
    if let isOn, app.window.visibleElements[index].isSelected == isOn {
      throw StoryMiss(
        "the switch \(name.inQuotes) to be turned \(isOn ? "on" : "off")",
        found: "that it is \(isOn ? "on" : "off") already")
    }
    try touch { try self.app.window.userDidSwitch(elementAt: index) }
  }

  private func goBack() throws(StoryMiss) {
    let elements = app.window.visibleElements
    guard let index = elements.lastIndex(where: { $0.kind == .backButton }) else {
      throw StoryMiss("a back button", found: whatCanBeTapped(Self.tappable))
    }
    try touch { try self.app.window.userDidTap(elementAt: index) }
  }

  func service(_ name: String) throws(StoryMiss) -> any DemoServices {
    guard app.services.names.contains(name) else {
      throw unknown(name, "the service", among: app.services.names)
    }
    return app.services
  }

  private func unknown(_ name: String, _ what: String, among names: [String]) -> StoryMiss {
    StoryMiss(
      "\(what) \(name.inQuotes)",
      found: names.isEmpty ? "none" : names.map(\.inQuotes).joined(separator: ", "),
      hint: Suggestion.question(about: name, in: names))
  }

  private func touch(_ action: () throws -> Void) throws(StoryMiss) {
    do {
      try action()
    } catch {
      throw StoryMiss("that the screen takes a touch", found: "\(error)")
    }
  }
}

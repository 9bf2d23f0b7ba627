extension StoryParser {
  static func expectation(
    _ phrase: inout StoryPhrase
  ) throws(StoryFault) -> StoryExpectation {
    let isNegated = phrase.accept("no")
    let start = phrase
    let words = StoryVocabulary.expectations.map { entry in
      String(entry.usage.split(separator: " ")[1])
    }
    guard let word = phrase.accept(oneOf: words) else {
      throw unknown(start, "something to expect", among: words + (isNegated ? [] : ["no"]))
    }
    let subject = try subject(word, &phrase)
    if isNegated, case .tree = subject {
      throw .init(text: "The opposite of a tree cannot be expected.")
    }
    return StoryExpectation(subject, isNegated: isNegated)
  }

  private static func subject(
    _ word: String, _ phrase: inout StoryPhrase
  ) throws(StoryFault) -> StoryExpectation.Subject {
    switch word {
    case "screen": return .screen(try phrase.name("the screen's name"))
    case "title": return .title(try phrase.name("the title"))
    case "text": return .text(try phrase.name("the text"))
    case "button":
      let name = try phrase.name("the button")
      let state = phrase.accept(oneOf: ["enabled", "disabled"])
      return .button(name, isEnabled: state.map { $0 == "enabled" })
    case "field":
      let name = try phrase.name("the field")
      if phrase.accept("empty") { return .field(name, text: "") }
      return .field(name, text: phrase.accept("is") ? try phrase.name("the field's text") : nil)
    case "switch":
      let name = try phrase.name("the switch")
      let state = phrase.accept(oneOf: ["on", "off"])
      return .toggle(name, isOn: state.map { $0 == "on" })
    case "row": return .row(try phrase.name("the row"))
    case "tab":
      return .tab(try phrase.name("the tab"), isSelected: phrase.accept("selected"))
    case "back": return .back(phrase.isEmpty ? nil : try phrase.name("the button's text"))
    case "alert": return .alert(phrase.isEmpty ? nil : try phrase.name("the alert's title"))
    case "sheet": return .sheet
    case "stack": return .stack(try phrase.names("what is in the stack"))
    case "event": return .event(try phrase.name("what has happened"))
    case "waiting": return .waiting(try phrase.name("the service"))
    default: return .tree("")
    }
  }
}

import Foundation

extension StoryParser {
  static func move(_ phrase: inout StoryPhrase) throws(StoryFault) -> StoryMove {
    let start = phrase
    guard let word = phrase.keyword else { throw unknownMove(start) }
    _ = phrase.accept(word)
    // A `switch`, as a table of closures that throw a type of their own needs iOS 18.
    switch word {
    case "tap": return .tap(try phrase.name("what to tap"))
    case "double":
      try phrase.demand("tap", after: "double")
      return .doubleTap(try phrase.name("what to tap"))
    case "choose": return .choose(try phrase.name("the row"))
    case "press": return .press(try phrase.name("the alert's button"))
    case "tab": return .tab(try phrase.name("the tab"))
    case "type":
      let text = try phrase.name("the text to type")
      try phrase.demand("into", after: "the text")
      return .type(text, into: try phrase.name("the field"))
    case "clear": return .type("", into: try phrase.name("the field"))
    case "switch":
      let name = try phrase.name("the switch")
      let state = phrase.accept(oneOf: ["on", "off"])
      return .flip(name, to: state.map { $0 == "on" })
    case "back": return .back
    case "swipe":
      try phrase.demand("back", after: "swipe")
      return .swipeBack(phrase.accept("cancelled") ? .cancelled : .finished)
    case "pull":
      try phrase.demand("down", after: "pull")
      return .pullDown(phrase.accept("cancelled") ? .cancelled : .finished)
    case "begin": return try gestureThatBegins(&phrase)
    case "finish": return .lift(finishing: true)
    case "cancel": return .lift(finishing: false)
    case "link": return try link(&phrase)
    case "hold": return .hold(try phrase.name("the service"))
    case "release": return .release(try phrase.name("the service"))
    case "fail": return .fail(try phrase.name("the service"))
    case "signal": return .signal(try phrase.name("the signal"))
    default: throw unknownMove(start)
    }
  }

  private static func gestureThatBegins(
    _ phrase: inout StoryPhrase
  ) throws(StoryFault) -> StoryMove {
    if phrase.accept("swipe") {
      try phrase.demand("back", after: "swipe")
      return .swipeBack(.open)
    }
    guard phrase.accept("pull") else {
      throw unknown(phrase, "a gesture that can begin", among: ["swipe back", "pull down"])
    }
    try phrase.demand("down", after: "pull")
    return .pullDown(.open)
  }

  private static func link(_ phrase: inout StoryPhrase) throws(StoryFault) -> StoryMove {
    let text = try phrase.name("the link")
    guard let url = URL(string: text), url.scheme != nil else {
      throw .init(
        text: "\(text.inQuotes) is not a link.",
        hint: "A link begins with a scheme, like app://settings.")
    }
    return .link(url)
  }

  private static func unknownMove(_ phrase: StoryPhrase) -> StoryFault {
    let known = StoryVocabulary.moves + StoryVocabulary.prefixes
    return unknown(phrase, "a move", among: known.map(\.word) + ["expect", "say"])
  }
}

import Foundation

extension StoryParser {
  static func move(_ phrase: inout StoryPhrase) throws(StoryFault) -> StoryMove {
    let start = phrase
    guard let word = phrase.keyword, let read = moves[word] else {
      let known = StoryVocabulary.moves + StoryVocabulary.prefixes
      throw unknown(start, "a move", among: known.map(\.word) + ["expect", "say"])
    }
    _ = phrase.accept(word)
    return try read(&phrase)
  }

  private typealias Reader =
    @Sendable (inout StoryPhrase) throws(StoryFault) -> StoryMove

  private static let moves: [String: Reader] = [
    "tap": { (phrase) throws(StoryFault) in .tap(try phrase.name("what to tap")) },
    "double": { (phrase) throws(StoryFault) in
      try phrase.demand("tap", after: "double")
      return .doubleTap(try phrase.name("what to tap"))
    },
    "choose": { (phrase) throws(StoryFault) in .choose(try phrase.name("the row")) },
    "press": { (phrase) throws(StoryFault) in
      .press(try phrase.name("the alert's button"))
    },
    "tab": { (phrase) throws(StoryFault) in .tab(try phrase.name("the tab")) },
    "type": { (phrase) throws(StoryFault) in
      let text = try phrase.name("the text to type")
      try phrase.demand("into", after: "the text")
      return .type(text, into: try phrase.name("the field"))
    },
    "clear": { (phrase) throws(StoryFault) in
      .type("", into: try phrase.name("the field"))
    },
    "switch": { (phrase) throws(StoryFault) in
      let name = try phrase.name("the switch")
      let state = phrase.accept(oneOf: ["on", "off"])
      return .flip(name, to: state.map { $0 == "on" })
    },
    "back": { (_) throws(StoryFault) in .back },
    "swipe": { (phrase) throws(StoryFault) in
      try phrase.demand("back", after: "swipe")
      return .swipeBack(phrase.accept("cancelled") ? .cancelled : .finished)
    },
    "pull": { (phrase) throws(StoryFault) in
      try phrase.demand("down", after: "pull")
      return .pullDown(phrase.accept("cancelled") ? .cancelled : .finished)
    },
    "begin": { (phrase) throws(StoryFault) in
      if phrase.accept("swipe") {
        try phrase.demand("back", after: "swipe")
        return .swipeBack(.open)
      }
      guard phrase.accept("pull") else {
        throw unknown(phrase, "a gesture that can begin", among: ["swipe back", "pull down"])
      }
      try phrase.demand("down", after: "pull")
      return .pullDown(.open)
    },
    "finish": { (_) throws(StoryFault) in .lift(finishing: true) },
    "cancel": { (_) throws(StoryFault) in .lift(finishing: false) },
    "link": { (phrase) throws(StoryFault) in
      let text = try phrase.name("the link")
      guard let url = URL(string: text), url.scheme != nil else {
        throw .init(
          text: "\(text.inQuotes) is not a link.",
          hint: "A link begins with a scheme, like app://settings.")
      }
      return .link(url)
    },
    "hold": { (phrase) throws(StoryFault) in .hold(try phrase.name("the service")) },
    "release": { (phrase) throws(StoryFault) in .release(try phrase.name("the service")) },
    "fail": { (phrase) throws(StoryFault) in .fail(try phrase.name("the service")) },
    "signal": { (phrase) throws(StoryFault) in .signal(try phrase.name("the signal")) },
  ]
}

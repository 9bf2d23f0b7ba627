import DemoKit
import Foundation
import Testing

@MainActor
struct StoryParserTests {
  private func commands(_ text: String) throws -> [StoryCommand] {
    try Story(parsing: text, file: "a/first.story").lines.map(\.command)
  }

  private func problems(_ text: String) -> [String] {
    do {
      _ = try Story(parsing: text, file: "a.story")
      return []
    } catch let problems as StoryProblems {
      return problems.problems.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test("A story takes its name from its first line, else from its file")
  func name() throws {
    #expect(
      try Story(parsing: "story \"Kim logs in\"\nback", file: "a.story").name == "Kim logs in")
    #expect(try Story(parsing: "back", file: "folder/first visit.story").name == "first visit")
    #expect(try Story(parsing: "back", file: ".hidden").name == ".hidden")
  }

  @Test("Parses every move")
  func moves() throws {
    let text = """
      tap "Log in"
      double tap Save
      choose "서울"
      press OK
      tab Settings
      type "kim \\"K\\" \\\\ \\n\\t" into "Email"
      clear Email
      switch Push on
      switch Push off
      switch Push
      back
      swipe back
      swipe back cancelled
      begin swipe back
      pull down
      pull down cancelled
      begin pull down
      finish
      cancel
      hold login
      release login
      fail login
      signal message
      restart
      """
    let expected: [StoryMove] = [
      .tap("Log in"), .doubleTap("Save"), .choose("서울"), .press("OK"), .tab("Settings"),
      .type("kim \"K\" \\ \n\t", into: "Email"), .type("", into: "Email"), .flip("Push", to: true),
      .flip("Push", to: false), .flip("Push", to: nil), .back, .swipeBack(.finished),
      .swipeBack(.cancelled), .swipeBack(.open), .pullDown(.finished), .pullDown(.cancelled),
      .pullDown(.open), .lift(finishing: true), .lift(finishing: false), .hold("login"),
      .release("login"), .fail("login"), .signal("message"), .restart,
    ]
    #expect(try commands(text) == expected.map { .move($0) })
  }

  @Test("Parses every expectation")
  func expectations() throws {
    let text = """
      expect screen Login
      expect title "Log in"
      expect no text "Wrong password"
      expect button Save
      expect button Save enabled
      expect button Save disabled
      expect field Email
      expect field Email is "kim"
      expect field Email empty
      expect switch Push on
      expect row "서울"
      expect tab Home selected
      expect no back
      expect back Home
      expect alert
      expect alert "Sure?"
      expect no sheet
      expect stack A B "C D"
      expect event "analytics: login"
      expect waiting login
      """
    let subjects: [StoryExpectation.Subject] = [
      .screen("Login"), .title("Log in"), .text("Wrong password"), .button("Save", isEnabled: nil),
      .button("Save", isEnabled: true), .button("Save", isEnabled: false),
      .field("Email", text: nil), .field("Email", text: "kim"), .field("Email", text: ""),
      .toggle("Push", isOn: true), .row("서울"), .tab("Home", isSelected: true), .back(nil),
      .back("Home"), .alert(nil), .alert("Sure?"), .sheet, .stack(["A", "B", "C D"]),
      .event("analytics: login"), .waiting("login"),
    ]
    let negated = [2, 12, 16]
    #expect(
      try commands(text)
        == subjects.enumerated().map {
          .expect(StoryExpectation($1, isNegated: negated.contains($0)))
        })
  }

  @Test("Parses a tree from the lines below")
  func tree() throws {
    let text = """
      expect tree
        | window Window
        |   screen Login \t
      back
      """
    #expect(
      try commands(text) == [
        .expect(StoryExpectation(.tree("window Window\n  screen Login"))), .move(.back),
      ])
  }

  @Test("Allows comments, empty lines, indentation and every line ending")
  func comments() throws {
    let text = "# first\r\n\r\n  tap “Log in”   # the button\r\n\tlink app://a/b#c\n"
    let story = try Story(parsing: text, file: "a.story")
    #expect(story.lines.map(\.number) == [3, 4])
    #expect(story.lines.map(\.text) == ["tap \"Log in\"", "link app://a/b#c"])
  }

  @Test("Parses the prefixes for moves before settling and for impossible moves")
  func prefixes() throws {
    let story = try Story(parsing: "meanwhile tab A\ncannot back\nmeanwhile cannot tap B", file: "")
    #expect(story.lines.map(\.isMeanwhile) == [true, false, true])
    #expect(story.lines.map(\.command) == [.move(.tab("A")), .cannot(.back), .cannot(.tap("B"))])
  }

  @Test("Reports every error with file, line and suggestion")
  func problems() {
    let text = """
      tapp "Log in"
      tap Log in
      type "kim" in Email
      tap
      expect buton Save
      expect
      link settings
      tap "Log in
      tap "a\\b"
      tap "a"b
      swipe left
      begin dance
      meanwhile expect screen A
      story Late
      | window
      expect tree
      expect no tree
      dance
      back now
      """
    let moves =
      "tap, double, choose, press, tab, type, clear, switch, back, swipe, pull, begin, finish, "
      + "cancel, link, hold, release, fail, signal, restart, "
      + "meanwhile, cannot, expect, say"
    let things =
      "screen, title, text, button, field, switch, row, tab, back, alert, sheet, stack, tree, "
      + "event, waiting, no"
    #expect(
      problems(text) == [
        "a.story:1: tapp is not a move. Did you mean \"tap\"?",
        "a.story:2: There is something left over: in. "
          + "A text of several words is put in quotes: \"Log in\".",
        "a.story:3: After the text comes the word \"into\", but here is in.",
        "a.story:4: Here what to tap is missing.",
        "a.story:5: buton is not something to expect. Did you mean \"button\"?",
        "a.story:6: Here something to expect is missing. There are: \(things).",
        "a.story:7: \"settings\" is not a link. "
          + "A link begins with a scheme, like app://settings.",
        "a.story:8: A text in quotes does not end on this line.",
        "a.story:9: \\b means nothing. There are \\\", \\\\, \\n and \\t.",
        "a.story:10: After a text in quotes comes a space. A quote inside of a text is written \\\".",
        "a.story:11: After swipe comes the word \"back\", but here is left.",
        "a.story:12: dance is not a gesture that can begin. "
          + "There are: swipe back, pull down.",
        "a.story:13: After \"meanwhile\" comes a move, but here is expect. "
          + "What is expected is looked at when the app has settled.",
        "a.story:15: A line with a | belongs below `expect tree`.",
        "a.story:16: Here the tree is missing. Write it below, each line after a |.",
        "a.story:17: The opposite of a tree cannot be expected.",
        "a.story:18: dance is not a move. There are: \(moves).",
        "a.story:19: There is something left over: now.",
      ])
    #expect(problems("# nothing") == ["a.story:1: The story is empty."])
    #expect(
      problems("back\nstory A") == ["a.story:2: The name stands in front of everything else."])
    #expect(problems("story A\nstory B\nback") == ["a.story:2: The story has a name already."])
  }

  @Test(
    "Names the alternatives for a superfluous word",
    arguments: [
      (
        "switch Foo maybe",
        "There is something left over: maybe. Here comes \"on\" or \"off\", or nothing. "
          + "A text of several words is put in quotes: \"Foo maybe\"."
      ),
      (
        "switch \"Foo\" maybe",
        "There is something left over: maybe. Here comes \"on\" or \"off\", or nothing."
      ),
      (
        "switch Push alerts on",
        "There is something left over: alerts on. "
          + "A text of several words is put in quotes: \"Push alerts\"."
      ),
      (
        "switch Foo \"on\"",
        "There is something left over: \"on\". The word on is written without quotes."
      ),
      (
        "expect button Save disabeld",
        "There is something left over: disabeld. Did you mean \"disabled\"?"
      ),
      (
        "swipe back canceled",
        "There is something left over: canceled. Did you mean \"cancelled\"?"
      ),
      (
        "expect tab Home open",
        "There is something left over: open. Here comes \"selected\", or nothing. "
          + "A text of several words is put in quotes: \"Home open\"."
      ),
      (
        "expect field Email kim",
        "There is something left over: kim. Here comes \"empty\" or \"is\", or nothing. "
          + "A text of several words is put in quotes: \"Email kim\"."
      ),
      ("switch Foo on now", "There is something left over: now."),
      (
        "type see you into Note",
        "After the text comes the word \"into\", but here is you. "
          + "A text of several words is put in quotes: \"see you\"."
      ),
    ])
  func leftover(line: String, text: String) {
    #expect(problems(line) == ["a.story:1: \(text)"])
  }

  @Test(
    "Explains the words that can follow a prefix",
    arguments: [
      (
        "cannot expect screen A",
        "After \"cannot\" comes a move, but here is expect. "
          + "That something is not so is written `expect no …`."
      ),
      ("cannot say hello", "After \"cannot\" comes a move, but here is say."),
      ("cannot cannot back", "After \"cannot\" comes a move, but here is cannot."),
      (
        "cannot meanwhile back",
        "After \"cannot\" comes a move, but here is meanwhile. "
          + "Both are written `meanwhile cannot …`."
      ),
      ("meanwhile meanwhile back", "After \"meanwhile\" comes a move, but here is meanwhile."),
      (
        "meanwhile cannot expect sheet",
        "After \"cannot\" comes a move, but here is expect. "
          + "That something is not so is written `expect no …`."
      ),
      ("\"tap\" Save", "\"tap\" is not a move. The word tap is written without quotes."),
      (
        "expect \"screen\" A",
        "\"screen\" is not something to expect. The word screen is written without quotes."
      ),
    ])
  func prefixFaults(line: String, text: String) {
    #expect(problems(line) == ["a.story:1: \(text)"])
  }

  @Test("Suggests no word that is refused at the same position")
  func suggestions() throws {
    let known = Set(StoryVocabulary.all.flatMap { $0.usage.split(separator: " ").map(String.init) })
      .filter { $0.allSatisfy(\.isLowercase) }.sorted()
    // Each word unchanged, in quotes, and with an extra letter.
    let written = known.flatMap { [$0, "\"\($0)\"", $0 + "x"] }
    let starts =
      known.map { $0 + " Foo" } + [
        "", "meanwhile", "cannot", "meanwhile cannot", "expect", "expect no", "double", "begin",
        "swipe", "pull", "swipe back", "pull down", "back", "finish",
      ]
    var suggestionCount = 0
    for start in starts {
      for word in written {
        let line = "\(start) \(word) Bar"
        guard let problem = problems(line).first,
          let hint = problem.components(separatedBy: "Did you mean \"").dropFirst().first,
          let suggestion = hint.split(separator: "\"").first
        else { continue }
        suggestionCount += 1
        let message = problem.dropFirst("a.story:1: ".count)
        let named = message.replacingOccurrences(of: "There is something left over: ", with: "")
        let refused = try #require(named.split { $0 == " " || $0 == "." }.first)
        // The error refers to the last occurrence of the word in the line.
        var words = line.split(separator: " ")
        let index = try #require(words.lastIndex { $0 == refused })
        words[index] = suggestion
        let fixed = words.joined(separator: " ")
        let after = problems(fixed).joined()
        let isRefused =
          after.hasPrefix("a.story:1: \(suggestion) is not")
          || after.contains("here is \(suggestion).") || after.contains("over: \(suggestion).")
        #expect(!isRefused, "\(line): \(problem) → \(after)")
      }
    }
    #expect(suggestionCount > 50)
  }

  @Test("Parses a line's text as the same line")
  func roundTrip() throws {
    let text = "type \"a \\\"b\\\" \\\\ \\n \\t\" into “Field one”"
    let line = try Story(parsing: text, file: "").lines[0]
    #expect(try Story(parsing: line.text, file: "").lines[0] == line)
  }

  @Test("Parses or refuses any text without a crash")
  func anything() {
    let pieces = [
      "tap", "expect", "no", "tree", "|", "\"", "“", "”", "\\", "#", "\n", " ", "story",
      "meanwhile",
      "link", "a://b", "swipe", "back", "\u{0}", "👩‍👩‍👧", "\u{301}", "field", "is", "into", "type",
    ]
    var number: UInt64 = 7
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<8 {
        number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += pieces[Int((number >> 33) % UInt64(pieces.count))] + (number >> 60 > 7 ? " " : "")
      }
      if let story = try? Story(parsing: text, file: "a") { #expect(!story.lines.isEmpty) }
    }
  }
}

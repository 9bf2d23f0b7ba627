import DemoKit
import NavigationRuntime
import Testing

@MainActor
struct StoryPlayerTests {
  @Test("A user logs in, explores the app and logs out")
  func wholeVisit() async throws {
    let world = SampleWorld()
    let result = try await world.play(
      SampleWorld.logIn + """
        expect screen List
        expect title Cities
        expect no back
        expect tab Home selected
        choose "서울"
        expect back Cities
        tap Next
        expect stack List City City
        swipe back cancelled
        expect stack List City City
        swipe back
        back
        expect stack List
        tab Settings
        expect switch "알림 받기" off
        switch "알림 받기" on
        expect switch "알림 받기" on
        tap About
        expect sheet
        pull down cancelled
        expect screen AboutSheet
        cannot tab Home
        pull down
        expect no sheet
        signal message
        expect event "service: a message has arrived"
        expect tab "Home (1)"
        link app://home
        expect screen List
        tab Settings
        tap "Log out"
        expect tree
          | window Window
          |   stack Auth
          |     screen Login
        """)
    #expect(result.failure?.description == nil)
    #expect(result.moveCount == 17)
    #expect(result.expectationCount == 18)
  }

  @Test("A held service answers when it is released, and a failing one fails once")
  func services() async throws {
    let world = SampleWorld()
    let result = try await world.play(
      "hold login\n" + SampleWorld.logIn + """
        expect screen Login
        expect waiting login
        release login
        expect no waiting login
        expect screen List
        tab Settings
        tap "Log out"
        fail login

        """ + SampleWorld.logIn + """
          expect text "No connection"
          tap "Log in"
          expect screen List
          """)
    #expect(result.failure?.description == nil)
  }

  @Test("Tries an impossible move, and requires its failure")
  func impossible() async throws {
    let world = SampleWorld()
    #expect(
      try await world.play(
        """
        cannot back
        cannot tap "Use face recognition"
        cannot link app://home
        cannot finish
        cannot hold weather
        """
      ).isComplete)
    #expect(
      try await world.failure(of: "cannot tap Forgotten?") == """
        test.story:1: cannot tap Forgotten?
          expected: that this cannot be done
          found:    that it was done
        """)
  }

  @Test("Performs a move before the app has settled on request")
  func meanwhile() async throws {
    let world = SampleWorld()
    try await world.play(SampleWorld.logIn)
    let result = try await world.play(
      """
      begin swipe back
      """)
    #expect(result.failure?.expected == "a screen that can be swiped back")
    let gesture = try await world.play(
      """
      choose Tromsø
      begin swipe back
      cannot tab Settings
      cannot begin pull down
      cancel
      expect screen City
      begin swipe back
      finish
      expect screen List
      tap Tromsø
      meanwhile tab Settings
      meanwhile tab Home
      expect stack List City
      double tap Next
      expect stack List City City City
      """)
    #expect(gesture.failure?.description == nil)
  }

  @Test(
    "Refuses every touch while a finger is on the screen, and names the moves that lift it",
    arguments: [
      "tap Cities", "double tap Cities", "choose \"서울\"", "press OK", "tab Settings",
      "type a into Email", "clear Email", "switch Push", "back", "swipe back", "pull down",
      "begin swipe back", "begin pull down",
    ])
  func fingerDown(move: String) async throws {
    let world = SampleWorld()
    let failure = try await world.play(
      SampleWorld.logIn + "choose Tromsø\nbegin swipe back\n" + move
    ).failure
    #expect(failure?.expected == "a free finger")
    #expect(failure?.found == "one on the screen, which began to swipe back")
    #expect(failure?.hint == "`finish` or `cancel` lifts it.")
    #expect(world.steps.suffix(2).map(\.finger) == ["swipe back", "swipe back"])
    #expect(try await world.play("finish\nexpect screen List").isComplete)
    #expect(world.steps.last?.finger == nil)
  }

  @Test("Shows the same screen while a finger swipes it away")
  func swipedScreen() async throws {
    let world = SampleWorld()
    let result = try await world.play(
      SampleWorld.logIn + """
        choose Tromsø
        begin swipe back
        expect screen City
        expect title Tromsø
        expect no row "서울"
        cancel
        expect title Tromsø
        swipe back
        expect title Cities
        """)
    #expect(result.failure?.description == nil)
    let failure = try await world.play("choose Tromsø\nbegin swipe back\nexpect sheet").failure
    #expect(
      failure?.found == "the screen \"City\", with a finger on it that began to swipe back")
  }

  @Test("Names the services for an unknown one, also in a negated expectation")
  func unknownService() async throws {
    for line in ["expect waiting logn", "expect no waiting logn"] {
      let failure = try await SampleWorld().play(line).failure
      #expect(failure?.expected == "the service \"logn\"")
      #expect(failure?.hint == "Did you mean \"login\"?")
    }
  }

  @Test("Ends a story with its first failing line, and reports the found value")
  func failures() async throws {
    let world = SampleWorld()
    #expect(
      try await world.failure(of: "expect screen Login\nexpect screen Logn\ntap Nothing") == """
        test.story:2: expect screen Logn
          expected: screen "Logn"
          found:    "Login"
          hint:     Did you mean "Login"?
        """)
    #expect(world.steps.count == 2)
    #expect(
      try await world.failure(of: "tap \"Log In\"") == """
        test.story:1: tap "Log In"
          expected: something to tap called "Log In"
          found:    "Log in", "Forgotten?", "Use face recognition" (disabled) on the screen "Login"
          hint:     Did you mean "Log in"?
        """)
    #expect(
      try await world.failure(of: "tap \"Use face recognition\"") == """
        test.story:1: tap "Use face recognition"
          expected: something to tap called "Use face recognition", to use it
          found:    that it is disabled
        """)
    #expect(
      try await world.failure(of: "tap Forgotten?\ntap \"Log in\"") == """
        test.story:2: tap "Log in"
          expected: something to tap called "Log in"
          found:    "Cancel", "Send" on the screen "Reset", with "Reset" in front of everything else
        """)
  }

  @Test(
    "Reports the expected and the found value of each failing expectation",
    arguments: [
      ("expect title Home", "title \"Home\"", "\"Log in\""),
      ("expect no title \"Log in\"", "no title \"Log in\"", "\"Log in\""),
      (
        "expect button \"Log in\" disabled", "button \"Log in\" disabled",
        "the button \"Log in\" enabled"
      ),
      (
        "expect field Email is kim", "field \"Email\" that reads \"kim\"",
        "the field \"Email\" that reads \"\""
      ),
      ("expect field Name empty", "field \"Name\" that reads \"\"", "\"Email\", \"Password\""),
      ("expect row Paris", "row \"Paris\"", "none"),
      ("expect back", "back button", "none"),
      ("expect alert", "alert", "the screen \"Login\""),
      ("expect sheet", "sheet in front of everything", "the screen \"Login\""),
      ("expect stack A B", "stack \"A\" \"B\"", "\"Login\""),
      ("expect waiting login", "waiting answer of \"login\"", "no service is held"),
      (
        "expect tree\n| window W", "tree\nwindow W",
        "\nwindow Window\n  stack Auth\n    screen Login"
      ),
      ("press OK", "the alert's button \"OK\"", "nothing of that kind on the screen \"Login\""),
      ("type a into Mail", "the field \"Mail\"", "\"Email\", \"Password\" on the screen \"Login\""),
      (
        "link app://moon", "that the app opens app://moon",
        "The app knows app://home and app://settings."
      ),
      ("hold logn", "the service \"logn\"", "\"login\""),
      ("signal rain", "the signal \"rain\"", "\"message\""),
      ("cancel", "a finger on the screen", "none"),
    ])
  func misses(line: String, expected: String, found: String) async throws {
    let failure = try await SampleWorld().play(line).failure
    #expect(failure?.expected == expected)
    #expect(failure?.found == found)
  }

  @Test("Counts only events since the last move began as new")
  func events() async throws {
    let world = SampleWorld()
    try await world.play(SampleWorld.logIn + "expect event \"service: login: welcome\"")
    #expect(
      try await world.failure(of: "tab Settings\nexpect event login")?.contains("found:") == true)
    let failure = try await world.play("signal message\nexpect event login").failure
    #expect(failure?.found == "\nservice: a message has arrived")
    #expect(try await world.play("link app://home\nexpect no event message").isComplete)
  }

  @Test("Continues with a new app after a restart, and releases the one before")
  func restart() async throws {
    let player: StoryPlayer
    weak var app: SampleApplication?
    weak var window: HeadlessWindow?
    var events = 0
    do {
      let world = SampleWorld()
      (app, window, player) = (world.app, world.app.window, world.player)
      world.app.events.onEvent = { _ in events += 1 }
    }
    func play(_ text: String) async throws -> StoryResult {
      await player.play(try Story(parsing: text, file: "test.story"))
    }
    #expect(
      try await play(
        SampleWorld.logIn + """
          tab Settings
          hold login
          restart
          expect screen Settings
          expect tab Settings selected
          expect no event welcome
          expect no waiting login
          """
      ).failure == nil)
    #expect(app == nil)
    #expect(window == nil)
    // The events of the new app have the handler of the old one.
    let before = events
    #expect(try await play("tab Home\nchoose Tromsø").isComplete)
    #expect(events > before)
    // A finger on the screen and a running transition end with the process.
    #expect(
      try await play(
        """
        begin swipe back
        restart
        expect stack List
        choose Tromsø
        meanwhile restart
        expect stack List
        tab Settings
        """
      ).failure == nil)
    player.app.stop()
  }

  @Test("Releases all parts of an app with it")
  func release() async throws {
    var world: SampleWorld? = SampleWorld()
    weak var app: SampleApplication?
    weak var window: HeadlessWindow?
    (app, window) = (world?.app, world?.app.window)
    try await world?.play(SampleWorld.logIn + "tab Settings\ntap About")
    world?.app.stop()
    world = nil
    #expect(app == nil)
    #expect(window == nil)
  }
}

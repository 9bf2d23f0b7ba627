extension DemoArguments {
  /// The text that `--help` prints.
  public static var usage: String {
    """
    Usage: navigation-demo [OPTION]...

    An app in the terminal: its screen as text, the tree of what is on screen beside
    it, and what has just happened below. The same app is made with AsyncFlow and
    with CoreFlow; nothing else about it differs.

    With --story or --tour a story is played instead: what a user does, line by
    line, and what must then be on screen. Without a terminal, and with --screens or
    --json alone, it is the tour.

    Options:
      -f, --framework NAME  asyncflow (default) or coreflow
      -s, --story FILE      play a story; - reads it from the standard input
          --tour            play the tour that comes with the program
          --screens         print a picture of the screen after each move
          --json            print lines of JSON: moves, events, expectations
          --no-color        use no colours; so does the environment's NO_COLOR
      -h, --help            print this text

    The exit code is 0 if the story came to its end, 1 if something was not as
    expected, and 2 if an option or a story could not be understood.

    Words of a story, which can also be typed at the terminal after a colon:

    \(list(StoryVocabulary.all))

    Docs/Stories.md explains them.

    """
  }

  private static func list(_ entries: [StoryVocabulary.Entry]) -> String {
    entries.map { entry in
      let usage = "  " + entry.usage
      guard usage.count > 29 else { return DisplayWidth.pad(usage, to: 30) + entry.meaning }
      return usage + "\n" + String(repeating: " ", count: 30) + entry.meaning
    }
    .joined(separator: "\n")
  }
}

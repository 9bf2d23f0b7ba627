import Foundation

/// The arguments of the program.
public struct DemoArguments: Sendable, Hashable {
  /// The story to play, if the arguments name one.
  public enum Source: Sendable, Hashable {
    /// The tour that comes with the program.
    case tour
    /// A file; `-` is the standard input.
    case file(String)
  }

  /// The reason for which arguments are invalid.
  public struct Fault: Error, Sendable, Hashable {
    /// The fault, and a suggestion.
    public var text: String

    /// Makes a fault.
    public init(text: String) {
      self.text = text
    }
  }

  /// The framework with which the app is made.
  public var framework = DemoFramework.asyncflow
  /// The story to play; `nil` for a person at the terminal, or the tour if there is none.
  public var source: Source?
  /// The file from which the app is restored, and to which it is saved.
  public var archive: String?
  /// The file to which the trace of the app is written.
  public var trace: String?
  /// The address of the Inspector to which the trace is sent while the app runs.
  public var inspector: URL?
  /// Whether to print JSON.
  public var isJSON = false
  /// Whether to print a picture of the screen after each move.
  public var showsScreens = false
  /// Whether to use colours.
  public var usesColor = true
  /// Whether only help is requested.
  public var wantsHelp = false

  /// Reads arguments.
  ///
  /// - Parameter arguments: The arguments after the program's name.
  /// - Throws: ``Fault`` for invalid arguments.
  public init(_ arguments: [String]) throws(Fault) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let value = parts.count > 1 ? String(parts[1]) : nil
      switch name {
      case "--framework", "-f":
        try setFramework(try Self.value(value, name, &rest, "asyncflow or coreflow"))
      case "--story", "-s":
        let what = "a file, or - for the input"
        try setSource(.file(try Self.value(value, name, &rest, what, allows: "-")))
      case "--resume", "-r": archive = try Self.value(value, name, &rest, "a file")
      case "--trace", "-t": trace = try Self.value(value, name, &rest, "a file")
      case "--inspect", "-i":
        try setInspector(try Self.value(value, name, &rest, "the address of the Inspector"))
      case "--tour", "--json", "--screens", "--no-color", "--help", "-h":
        if value != nil { throw Fault(text: "\(name) takes no value.") }
        try setFlag(name)
      default: throw Self.unknown(argument)
      }
    }
    if isJSON, showsScreens {
      throw Fault(
        text: "--json has no pictures; its moves have the elements of the screen instead.")
    }
    try requireDifferentFiles()
  }

  /// Refuses a file that would overwrite another one.
  private func requireDifferentFiles() throws(Fault) {
    var story: String?
    if case .file(let file) = source, file != "-" { story = file }
    var names: [URL: String] = [:]
    for (name, file) in [("--story", story), ("--trace", trace), ("--resume", archive)] {
      guard let file else { continue }
      let target = URL(fileURLWithPath: file).resolvingSymlinksInPath()
      if let other = names.updateValue(name, forKey: target) {
        throw Fault(text: "\(other) and \(name) require a file each; both have \(file.inQuotes).")
      }
    }
  }

  private mutating func setFlag(_ name: String) throws(Fault) {
    switch name {
    case "--tour": try setSource(.tour)
    case "--json": isJSON = true
    case "--screens": showsScreens = true
    case "--no-color": usesColor = false
    default: wantsHelp = true
    }
  }

  private mutating func setFramework(_ name: String) throws(Fault) {
    guard let framework = DemoFramework(rawValue: name.lowercased()) else {
      let names = DemoFramework.allCases.map(\.rawValue)
      let hint = Suggestion.hint(for: name, in: names, of: "There are") ?? ""
      throw Fault(text: "\(name.inQuotes) is not a framework of the demo. \(hint)")
    }
    self.framework = framework
  }

  private mutating func setInspector(_ text: String) throws(Fault) {
    guard let url = URL(string: text), url.scheme == "http", url.host != nil else {
      throw Fault(
        text: "\(text.inQuotes) is no address. navigation-inspector prints one, http://….")
    }
    inspector = url
  }

  private mutating func setSource(_ source: Source) throws(Fault) {
    if self.source != nil { throw Fault(text: "One story or the tour can be played at a time.") }
    self.source = source
  }

  private static func value(
    _ given: String?, _ name: String, _ rest: inout ArraySlice<String>, _ what: String,
    allows special: String? = nil
  ) throws(Fault) -> String {
    let value = given ?? rest.popFirst()
    guard let value, !value.isEmpty, value == special || !value.hasPrefix("-") else {
      throw Fault(text: "\(name) requires \(what).")
    }
    return value
  }

  private static func unknown(_ argument: String) -> Fault {
    guard argument.hasPrefix("-") else {
      return Fault(
        text: "\(argument.inQuotes) is no argument. Play a story with --story FILE.")
    }
    let known = [
      "--framework", "--story", "--tour", "--resume", "--trace", "--inspect", "--json",
      "--screens", "--no-color", "--help",
    ]
    let hint = Suggestion.question(about: argument, in: known).map { " \($0)" } ?? ""
    return Fault(text: "There is no option \(argument).\(hint)")
  }
}

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
    --json alone, it is the tour. With --inspect and no terminal the app waits for
    the moves of the Inspector, until its input ends.

    Options:
      -f, --framework NAME  asyncflow (default) or coreflow
      -s, --story FILE      play a story; - reads it from the standard input
          --tour            play the tour that comes with the program
      -r, --resume FILE     restore the app from the file, if it exists, and write
                            the file at the end
      -t, --trace FILE      write what happened, with causes, to the file at the
                            end, after a restart together with what was before
      -i, --inspect ADDRESS send what happens, with causes, to the Inspector, and
                            make the moves that are entered there
          --screens         print a picture of the screen after each move
          --json            print lines of JSON: moves, events, expectations
          --no-color        use no colours; so does the environment's NO_COLOR
      -h, --help            print this text

    The exit code is 0 if the story came to its end, 1 if something was not as
    expected, and 2 if an option, a story or a file could not be used.

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

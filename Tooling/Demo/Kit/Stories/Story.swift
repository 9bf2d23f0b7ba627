import Foundation

/// The actions of a user, line by line, and the expected screens.
///
/// ```text
/// story "Kim logs in"
/// type "kim@example.com" into "Email"
/// type "secret" into "Password"
/// tap "Log in"
/// expect screen Dashboard
/// ```
///
/// `Docs/Stories.md` describes the format.
public struct Story: Sendable, Hashable {
  /// The name.
  public var name: String
  /// The file it was read from, as people should see it in messages.
  public var file: String
  /// The lines with a command.
  public var lines: [StoryLine]

  /// Makes a story.
  public init(name: String, file: String, lines: [StoryLine]) {
    self.name = name
    self.file = file
    self.lines = lines
  }

  /// Reads a story.
  ///
  /// - Parameters:
  ///   - text: The story as people write it.
  ///   - file: The file it is from; messages name it.
  /// - Throws: ``StoryProblems`` with everything that is wrong, by file and line.
  public init(parsing text: String, file: String) throws {
    var parser = StoryParser(file: file)
    self = try parser.parse(text)
  }
}

/// A line of a story, with the lines of its block if it has one.
public struct StoryLine: Sendable, Hashable {
  /// Where it is in its file, from 1.
  public var number: Int
  /// The text, without indentation, comment and block.
  public var text: String
  /// The command.
  public var command: StoryCommand
  /// Whether it comes before the app has settled from the move before.
  public var isMeanwhile: Bool

  /// Makes a line.
  public init(number: Int, text: String, command: StoryCommand, isMeanwhile: Bool = false) {
    self.number = number
    self.text = text
    self.command = command
    self.isMeanwhile = isMeanwhile
  }
}

/// The result of a line of a story, and the screen after it.
public struct StoryStep: Sendable, Hashable {
  /// The line.
  public var line: StoryLine
  /// The events since the line before.
  public var events: [DemoEvent]
  /// The name of the visible leaf.
  public var screen: String
  /// The tree as text, without identifiers.
  public var tree: String
  /// The visible elements, a line for each.
  public var elements: [String]
  /// The things that wait for something outside.
  public var waiting: [String]
  /// The gesture of the finger that is on the screen, if one is.
  public var finger: String?
  /// The failure that ends the story, if there is one.
  public var failure: StoryFailure?
}

/// The command of a line of a story.
public enum StoryCommand: Sendable, Hashable {
  /// Makes a move.
  case move(StoryMove)
  /// Tries a move that must be impossible.
  case cannot(StoryMove)
  /// Checks an expectation.
  case expect(StoryExpectation)
  /// A remark for the reader.
  case say(String)
}

/// Something that a story lets the user, or the world around the app, do.
public enum StoryMove: Sendable, Hashable {
  /// How a gesture ends.
  public enum GestureEnd: Sendable, Hashable {
    /// The finger goes all the way.
    case finished
    /// The finger lets go too early.
    case cancelled
    /// The finger stays on the screen; a later move lifts it.
    case open
  }

  /// Taps the button, bar button, tab, row or alert button with this text or identifier.
  case tap(String)
  /// Taps twice, as quickly as possible: the app has no time between the taps.
  case doubleTap(String)
  /// Selects the row with this text.
  case choose(String)
  /// Taps the alert's button with this text.
  case press(String)
  /// Taps the tab with this text.
  case tab(String)
  /// Replaces the text of a field.
  case type(String, into: String)
  /// Turns a switch on or off, or over.
  case flip(String, to: Bool?)
  /// Taps the back button.
  case back
  /// Swipes back from the edge.
  case swipeBack(GestureEnd)
  /// Pulls the sheet down.
  case pullDown(GestureEnd)
  /// Lifts the finger that an open gesture has left on the screen.
  case lift(finishing: Bool)
  /// Opens a link from outside the app.
  case link(URL)
  /// Lets a service wait with its answers.
  case hold(String)
  /// Lets a held service answer.
  case release(String)
  /// Makes a service's next answer a failure.
  case fail(String)
  /// Lets something happen in the background.
  case signal(String)
  /// Saves the app, ends it, and restores it in a new process.
  case restart

  /// Whether the user needs a free finger for it.
  var needsFinger: Bool {
    switch self {
    case .tap, .doubleTap, .choose, .press, .tab, .type, .flip, .back, .swipeBack, .pullDown: true
    case .lift, .link, .hold, .release, .fail, .signal, .restart: false
    }
  }
}

/// A condition of a story that must hold, or must not hold, now.
public struct StoryExpectation: Sendable, Hashable {
  /// The subject of the expectation.
  public enum Subject: Sendable, Hashable {
    /// The name of the visible leaf in the tree.
    case screen(String)
    /// The title in a bar or of an alert.
    case title(String)
    /// A text somewhere on the screen; a part of a longer one counts.
    case text(String)
    /// A button of any kind, and whether it can be used.
    case button(String, isEnabled: Bool?)
    /// A field, and what the user reads in it; an empty one is read as the empty text.
    case field(String, text: String?)
    /// A switch, and whether it is on.
    case toggle(String, isOn: Bool?)
    /// A row of a list.
    case row(String)
    /// A tab, and whether it has to be the selected one.
    case tab(String, isSelected: Bool)
    /// The back button, and its text.
    case back(String?)
    /// An alert, and its title.
    case alert(String?)
    /// A sheet in front of everything else.
    case sheet
    /// The names of the screens in the visible stack, the root first.
    case stack([String])
    /// The whole tree as text, without identifiers.
    case tree(String)
    /// Something that has happened since the last move began; a part of the line is enough.
    case event(String)
    /// A held service with an answer that waits.
    case waiting(String)
  }

  /// Whether the opposite is expected.
  public var isNegated: Bool
  /// The subject of the expectation.
  public var subject: Subject

  /// Makes an expectation.
  public init(_ subject: Subject, isNegated: Bool = false) {
    self.subject = subject
    self.isNegated = isNegated
  }
}

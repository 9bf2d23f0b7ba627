import Foundation
import NavigationRuntime

/// The program `navigation-demo`: from its arguments to its exit code.
@MainActor
public struct DemoProgram {
  private let makeApplication: (DemoFramework) -> any DemoApplication
  private let tour: String
  private let welcome: String
  private let device: TerminalDevice
  private let environment: [String: String]
  private let output: DemoOutput
  private let writeError: (String) -> Void

  /// Makes the program.
  ///
  /// - Parameters:
  ///   - tour: The story that is played by default.
  ///   - welcome: The first message to a person at the terminal.
  ///   - device: The terminal, if it is one.
  ///   - environment: The environment's variables.
  ///   - write: Writes a text to the standard output, and returns the number of an error.
  ///   - writeError: Receives the text for the standard error stream.
  ///   - makeApplication: Makes the app with a framework; it has not started.
  public init(
    tour: String,
    welcome: String,
    device: TerminalDevice = TerminalDevice(),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    write: @escaping (String) -> Int32? = { TerminalDevice.write($0, to: STDOUT_FILENO) },
    writeError: @escaping (String) -> Void = {
      try? FileHandle.standardError.write(contentsOf: Data($0.utf8))
    },
    makeApplication: @escaping (DemoFramework) -> any DemoApplication
  ) {
    self.tour = tour
    self.welcome = welcome
    self.device = device
    self.environment = environment
    output = DemoOutput(write)
    self.writeError = writeError
    self.makeApplication = makeApplication
  }

  /// Runs the program.
  ///
  /// - Parameter arguments: The arguments after its name.
  /// - Returns: The exit code: 0 if all went well, 1 if a story did not hold, 2 if something could
  ///   not be understood, read or written, and more than 128 if a signal ended it.
  public func run(_ arguments: [String]) async -> Int32 {
    let code = await codeOfRun(arguments)
    guard let problem = output.problem else { return code }
    writeError("navigation-demo: The output cannot be written. \(problem)\n")
    return code == 0 ? 2 : code
  }

  private func codeOfRun(_ arguments: [String]) async -> Int32 {
    do {
      let arguments = try DemoArguments(arguments)
      if arguments.wantsHelp {
        output.write(DemoArguments.usage)
        return 0
      }
      return try await run(arguments)
    } catch let fault as DemoArguments.Fault {
      writeError("navigation-demo: \(fault.text)\nTry navigation-demo --help.\n")
    } catch let problems as StoryProblems {
      writeError("\(problems)\n")
    } catch {
      writeError("navigation-demo: \(error)\n")
    }
    return 2
  }

  private func run(_ arguments: DemoArguments) async throws -> Int32 {
    let hasNoStory = arguments.source == nil && !arguments.isJSON && !arguments.showsScreens
    let isInteractive = hasNoStory && device.isTerminal && environment["TERM"] != "dumb"
    let isRemote = hasNoStory && !isInteractive && arguments.inspector != nil
    let story = isInteractive || isRemote ? nil : try story(arguments.source ?? .tour)
    let player = StoryPlayer(makeApplication(arguments.framework))
    if arguments.trace != nil || arguments.inspector != nil { player.app.context.startTrace() }
    let inspection = arguments.inspector.map { DemoInspection(of: player, at: $0) }
    let notice = try start(player.app, from: arguments.archive)
    // A damaged archive is kept.
    let archive = notice.isAlarm ? nil : arguments.archive
    await player.app.settled()
    defer { player.app.stop() }
    var code: Int32
    if let story {
      code = await play(story, with: player, arguments)
    } else if isRemote {
      if let problem = await inspection?.send() { writeError("navigation-demo: \(problem)\n") }
      // The app is the Inspector's.
      await device.inputEnded()
      code = 0
    } else {
      code = await interact(with: player, notice, arguments)
    }
    if let problem = await inspection?.end() {
      writeError("navigation-demo: The Inspector does not have everything. \(problem)\n")
      if code == 0 { code = 2 }
    }
    if let file = archive, !save(to: file, player.app.archive), code == 0 { code = 2 }
    if let file = arguments.trace, !save(to: file, { player.trace }), code == 0 { code = 2 }
    return code
  }

  /// The first message to a person at the terminal.
  private struct Notice {
    var text: String
    var isAlarm = false
  }

  /// Starts the app, from the archive in a file if the file exists.
  ///
  /// - Returns: The first message.
  private func start(_ app: any DemoApplication, from file: String?) throws -> Notice {
    guard let file, FileManager.default.fileExists(atPath: file) else {
      app.start()
      return Notice(text: welcome)
    }
    guard let archive = FileManager.default.contents(atPath: file) else {
      throw DemoArguments.Fault(text: "The archive \(file.inQuotes) cannot be read.")
    }
    do {
      try app.start(from: archive)
      return Notice(text: "The app goes on where it was; the command anew begins again.")
    } catch {
      app.start()
      let problem =
        "\(file.inQuotes) cannot be restored; it is kept, and the app starts anew. \(error)"
      writeError("navigation-demo: \(problem)\n")
      return Notice(text: problem, isAlarm: true)
    }
  }

  /// Writes a file.
  ///
  /// - Returns: Whether that was possible.
  private func save(to file: String, _ contents: () throws -> Data) -> Bool {
    do {
      try contents().write(toTargetOf: file)
      return true
    } catch {
      let reason = error.localizedDescription
      writeError("navigation-demo: \(file.inQuotes) cannot be written. \(reason)\n")
      return false
    }
  }

  private func play(
    _ story: Story, with player: StoryPlayer, _ arguments: DemoArguments
  ) async -> Int32 {
    var reporter: any StoryReporter =
      arguments.isJSON ? StoryJSON() : StoryTranscript(showsScreens: arguments.showsScreens)
    output.write(reporter.begin(story, on: player.app))
    let result = await player.play(story) { output.write(reporter.tell($0, on: player.app)) }
    output.write(reporter.end(result, on: player.app))
    return result.isComplete ? 0 : 1
  }

  private func interact(
    with player: StoryPlayer, _ notice: Notice, _ arguments: DemoArguments
  ) async -> Int32 {
    let session = DemoSession(player, welcome: notice.text, isAlarm: notice.isAlarm)
    let noColor = !(environment["NO_COLOR"] ?? "").isEmpty
    let program = TerminalProgram(
      session, on: device, usesColor: arguments.usesColor && !noColor)
    switch await program.run() {
    case .quit, .inputEnded: return 0
    case .interrupted: return 128 + SIGINT
    case .signalled(let number): return 128 + number
    case .noTerminal:
      writeError("navigation-demo: The terminal cannot be used. Try --tour.\n")
      return 2
    }
  }

  private func story(_ source: DemoArguments.Source) throws -> Story {
    switch source {
    case .tour: return try Story(parsing: tour, file: "tour")
    case .file("-"):
      let data = FileHandle.standardInput.readDataToEndOfFile()
      return try Story(parsing: try Self.text(data, "-"), file: "-")
    case .file(let path):
      guard let data = FileManager.default.contents(atPath: path) else {
        throw DemoArguments.Fault(text: "The story \(path.inQuotes) cannot be read.")
      }
      return try Story(parsing: try Self.text(data, path), file: path)
    }
  }

  private static func text(_ data: Data, _ file: String) throws -> String {
    guard let text = String(data: data, encoding: .utf8) else {
      throw DemoArguments.Fault(text: "The story \(file.inQuotes) is not UTF-8 text.")
    }
    return text
  }
}

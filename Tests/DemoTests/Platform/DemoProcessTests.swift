#if !canImport(UIKit) && !os(watchOS)
import DemoKit
import Foundation
import Testing

/// The program itself, as a process on a terminal.
@MainActor
struct DemoProcessTests {
  /// The program that was built beside these tests.
  nonisolated static var program: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let tests = bundle?.bundleURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return tests.deletingLastPathComponent().appendingPathComponent("navigation-demo")
  }

  private func start(_ arguments: [String], on terminal: PseudoTerminal) throws -> Process {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.environment = ["TERM": "xterm", "LANG": "C.UTF-8"]
    let end = FileHandle(fileDescriptor: terminal.programEnd, closeOnDealloc: false)
    process.standardInput = end
    process.standardOutput = end
    process.standardError = end
    process.terminationHandler = { [weak terminal] _ in terminal?.programDidEnd() }
    try process.run()
    return process
  }

  @Test(
    "A process restores the terminal however it ends",
    arguments: [
      (":quit\r", nil, 0), ("\u{3}", nil, 128 + SIGINT), ("", SIGTERM, 128 + SIGTERM),
      ("", SIGHUP, 128 + SIGHUP), ("", SIGINT, 128 + SIGINT),
    ] as [(String, Int32?, Int32)])
  func restoring(keys: String, signal: Int32?, code: Int32) async throws {
    let terminal = try PseudoTerminal(width: 80, height: 24)
    let before = terminal.attributes
    #expect(!before.isEmpty)
    let process = try start([], on: terminal)
    try #require(await terminal.receive { $0.picture.text.contains("quit") })
    #expect(terminal.picture.isOtherScreen)
    #expect(terminal.attributes != before)
    if let signal { kill(process.processIdentifier, signal) }
    terminal.type(keys)
    // Returns when the process has ended.
    _ = await terminal.receive { _ in false }
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == code)
    #expect(terminal.attributes == before)
    await terminal.receiveRest()
    #expect(terminal.picture.isCursorVisible)
    #expect(!terminal.picture.isOtherScreen)
  }

  @Test(
    "A process goes on where another one was, however that one ended",
    arguments: DemoFramework.allCases)
  func resuming(framework: DemoFramework) async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("demo-\(UUID().uuidString).json")
    /// Types keys, each when the screen has a text, and waits for the end of the process.
    func run(_ code: Int32, _ keys: KeyValuePairs<String, String>) async throws {
      let terminal = try PseudoTerminal(width: 80, height: 24)
      let process = try start(
        ["--framework", framework.rawValue, "--resume", file.path], on: terminal)
      for (text, keys) in keys {
        try #require(await terminal.receive { $0.picture.text.contains(text) })
        terminal.type(keys)
      }
      _ = await terminal.receive { _ in false }
      #expect(process.terminationStatus == code)
    }
    let message = "The app goes on where it was; the command anew begins again."
    try await run(0, ["Onboarding": "\r", "Login": ":quit\r"])
    try await run(
      128 + SIGINT, [message: "kim@example.com\r:tap Register\r", "Who are you?": "\u{3}"])
    try await run(0, [message: "", "Who are you?": "\u{1B}", "kim@example.com": ":anew\r:quit\r"])
    try await run(0, ["Onboarding": ":quit\r"])
    try FileManager.default.removeItem(at: file)
  }

  @Test("A process whose reader has closed the pipe writes its files and ends without an error")
  func closedPipe() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("demo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = Pipe()
    try output.fileHandleForReading.close()
    let process = Process()
    process.executableURL = Self.program
    process.arguments = [
      "--tour", "--trace", folder.path + "/trace", "--resume", folder.path + "/archive",
    ]
    process.standardOutput = output
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    for await _ in ends {}
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.sorted() == ["archive", "trace"])
  }

  @Test("A process whose app is inspected ends if its input is closed")
  func closedInput() async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // Nothing listens there.
    process.arguments = [
      "-c", "exec \"$0\" --inspect http://127.0.0.1:9 <&- 2>&-", Self.program.path,
    ]
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    for await _ in ends {}
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 2)
  }

  @Test("A process redraws when the terminal is resized")
  func resizing() async throws {
    let terminal = try PseudoTerminal(width: 80, height: 24)
    let process = try start([], on: terminal)
    try #require(await terminal.receive { $0.picture.text.contains("Tree") })
    terminal.resize(width: 60, height: 20)
    kill(process.processIdentifier, SIGWINCH)
    try #require(
      await terminal.receive {
        $0.picture.text.contains("quit") && !$0.picture.text.contains("Tree")
      })
    terminal.type(":quit\r")
    _ = await terminal.receive { _ in false }
    #expect(process.terminationStatus == 0)
  }
}
#endif

import DemoKit
import Foundation
import NavigationRuntime
import Testing

@MainActor
struct DemoProgramTests {
  private struct Run {
    var code: Int32
    var output: String
    var errors: String
  }

  private func run(
    _ arguments: String..., tour: String = "back", input: Int32 = -1, error: Int32? = nil
  ) async -> Run {
    var run = Run(code: -1, output: "", errors: "")
    let program = DemoProgram(
      tour: tour, welcome: "Welcome.", device: TerminalDevice(input: input, output: -1),
      environment: [:],
      write: {
        if error == nil { run.output += $0 }
        return error
      },
      writeError: { run.errors += $0 },
      makeApplication: { _ in SampleApplication() })
    run.code = await program.run(arguments)
    return run
  }

  /// Runs a body with a temporary file.
  private func withFile<Result>(
    _ data: Data, _ body: (String) async -> Result
  ) async throws -> Result {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("demo-\(UUID().uuidString).story")
    try data.write(to: url)
    let result = await body(url.path)
    try FileManager.default.removeItem(at: url)
    return result
  }

  @Test("Prints the tour without a terminal, with the tree after each change")
  func transcript() async {
    let tour = """
      story "A visit"
      say "A visitor arrives."
      type "kim@example.com" into Email
      type secret into Password
      tap "Log in"
      expect screen List
      cannot back
      """
    let run = await run(tour: tour)
    #expect(run.code == 0)
    #expect(run.errors == "")
    #expect(
      run.output == """
        A visit (Sample)
              │ window Window
              │   stack Auth
              │     screen Login

        A visitor arrives.

          1  type "kim@example.com" into Email

          2  type secret into Password

          3  tap "Log in"
              │ window Window
              │   tabs Main
              │     stack Home (selected)
              │       screen List
              │     stack Settings
              │       screen Settings
              ✓ expect screen List
              ✓ cannot back

        The story is complete.

        """)
  }

  @Test("A story is played to its end without the Inspector, which is reported")
  func noInspector() async {
    // Nothing serves the port of `discard`.
    let run = await run("--tour", "--inspect", "http://127.0.0.1:9/token/", tour: "say Hello")
    #expect(run.code == 2)
    #expect(run.output.hasSuffix("The story is complete.\n"))
    #expect(
      run.errors
        == "navigation-demo: The Inspector does not have everything. "
        + "There is no Inspector at this address.\n")
  }

  @Test("Without a terminal and a story, the app is the Inspector's until the input ends")
  func remote() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.close()
    let input = pipe.fileHandleForReading.fileDescriptor
    let run = await run("--inspect", "http://127.0.0.1:9/token/", input: input)
    #expect(run.output == "")
    let problem = "There is no Inspector at this address.\n"
    #expect(
      run.errors
        == "navigation-demo: \(problem)"
        + "navigation-demo: The Inspector does not have everything. \(problem)")
    withExtendedLifetime(pipe) {}
  }

  @Test("The app is the Inspector's until the end of the input, whatever file it is")
  func endOfInput() async throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("quit\n".utf8))
    try pipe.fileHandleForWriting.close()
    let nothing = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    let file = try #require(FileHandle(forReadingAtPath: #filePath))
    for input in [pipe.fileHandleForReading, nothing, file] {
      let run = await run(
        "--inspect", "http://127.0.0.1:9/token/", input: input.fileDescriptor)
      #expect(run.code == 2)
      #expect(input.readDataToEndOfFile().isEmpty)
    }
  }

  @Test("Reports a finger on the screen, as text and as JSON")
  func finger() async {
    let moves = """
      type "kim@example.com" into Email
      type secret into Password
      tap "Log in"
      choose Tromsø
      begin swipe back
      signal message
      cancel
      """
    let told = await run(tour: moves)
    let note = "(a finger is on the screen: swipe back)\n"
    #expect(told.output.contains("  5  begin swipe back\n      \(note)"))
    #expect(told.output.contains("  6  signal message\n      \(note)"))
    #expect(told.output.components(separatedBy: note).count == 3)
    let json = await run("--json", tour: moves)
    #expect(json.output.components(separatedBy: "\"finger\":\"swipe back\"").count == 3)
  }

  @Test("Prints a picture of the screen beside the tree on request")
  func screens() async {
    let run = await run("--screens", tour: "type kim into Email")
    #expect(
      run.output.hasPrefix(
        """
        tour (Sample)
              ┌──────────────────────────────────────┐  window Window
              │                Log in                │    stack Auth
              ├──────────────────────────────────────┤      screen Login
              │ Welcome! 환영합니다                  │
              │ Email    [(you@example.com)________] │

        """))
  }

  @Test("A failing story prints the expected and the found value")
  func failure() async throws {
    let text = "expect screen Login\nexpect screen Home\n"
    let failed = try await withFile(Data(text.utf8)) { path in
      let result = await run("--story", path)
      #expect(result.output.contains("\(path):2: expect screen Home\n"))
      return result
    }
    #expect(failed.code == 1)
    #expect(failed.output.contains("  expected: screen \"Home\"\n  found:    \"Login\"\n"))
    #expect(failed.output.contains("│ Welcome! 환영합니다"))
    #expect(failed.output.contains("The story is not complete."))
    #expect(!failed.output.contains("The story is complete."))
  }

  @Test("Prints an unreadable or invalid story's error to the standard error stream")
  func badStories() async throws {
    let missing = await run("--story", "/no/such/file")
    #expect(missing.code == 2)
    #expect(missing.errors.contains("The story \"/no/such/file\" cannot be read."))
    let wrong = try await withFile(Data("tapp x\nback now\ntyp a\n".utf8)) {
      await run("--story", $0)
    }
    #expect(wrong.code == 2)
    #expect(wrong.output == "")
    #expect(wrong.errors.contains(".story:1: tapp is not a move. Did you mean \"tap\"?\n"))
    #expect(wrong.errors.contains(".story:2: There is something left over: now.\n"))
    #expect(wrong.errors.contains(".story:3: typ is not a move. Did you mean \"type\"?\n"))
    let binary = try await withFile(Data([0xFF, 0xFE])) { await run("--story", $0) }
    #expect(binary.code == 2)
    #expect(binary.errors.contains("is not UTF-8 text."))
    let folder = await run("--story", "/")
    #expect(folder.code == 2)
  }

  @Test("--resume restores the app of the file, and writes the file at the end")
  func resuming() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("demo-\(UUID().uuidString)")
    let first = await run(
      "--resume", file.path, tour: SampleWorld.logIn + "tab Settings\nexpect screen Settings")
    #expect(first.code == 0)
    #expect(try Data(contentsOf: file) == Data("settings".utf8))
    let second = await run("--resume", file.path, tour: "expect screen Settings\ntab Home")
    #expect(second.code == 0)
    #expect(try Data(contentsOf: file) == Data("home".utf8))
    // A story that fails is saved, too.
    let third = await run("--resume", file.path, tour: "tab Settings\nexpect screen Nowhere")
    #expect(third.code == 1)
    #expect(try Data(contentsOf: file) == Data("settings".utf8))
    #expect(first.errors + second.errors + third.errors == "")
    try FileManager.default.removeItem(at: file)
  }

  @Test("A damaged archive is reported and kept, and the app starts anew")
  func damagedArchive() async throws {
    try await withFile(Data("nowhere".utf8)) { path in
      let run = await run("--resume", path, tour: "expect screen Login")
      #expect(run.code == 0)
      #expect(
        run.errors == """
          navigation-demo: "\(path)" cannot be restored; it is kept, and the app starts anew. \
          Row 0: there is no tab nowhere.

          """)
      #expect(FileManager.default.contents(atPath: path) == Data("nowhere".utf8))
    }
  }

  @Test("A file that cannot be read or written is an error")
  func unusableArchive() async {
    let folder = await run("--resume", "/", tour: "expect screen Login")
    #expect(folder.code == 2)
    #expect(folder.output == "")
    #expect(folder.errors.contains("The archive \"/\" cannot be read."))
    let missing = await run("--resume", "/no/such/file", tour: "expect screen Login")
    #expect(missing.code == 2)
    #expect(missing.output.contains("The story is complete."))
    #expect(missing.errors.contains("\"/no/such/file\" cannot be written."))
  }

  @Test("--trace writes what happened, with the moves of the story as causes")
  func tracing() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("demo-\(UUID().uuidString)")
    let traced = await run("--trace", file.path, tour: SampleWorld.logIn + "tab Settings")
    #expect(traced.code == 0)
    let archive = try TraceArchive(jsonLines: String(contentsOf: file, encoding: .utf8))
    let tab = try #require(archive.events.last { $0.kind == .user })
    #expect(tab.subject == "tab Settings")
    #expect(archive.events.contains { $0.kind == .tree && $0.cause == tab.number })
    let unwritten = await run("--trace", "/no/such/file", tour: "expect screen Login")
    #expect(unwritten.code == 2)
    #expect(unwritten.errors.contains("\"/no/such/file\" cannot be written."))
    #expect(!unwritten.errors.contains("NSCocoaErrorDomain"))
    try FileManager.default.removeItem(at: file)
  }

  @Test("--trace writes one file also if the app restarts, with what was before it")
  func tracingRestart() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("demo-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let tour = SampleWorld.logIn + "restart\ntab Settings\nrestart\ntab Home"
    #expect(await run("--trace", file.path, tour: tour).code == 0)
    let archive = try TraceArchive(jsonLines: String(contentsOf: file, encoding: .utf8))
    #expect(archive.droppedCount == 0)
    #expect(archive.events.map(\.number) == Array(1...archive.events.count))
    #expect(archive.events.map(\.time) == archive.events.map(\.time).sorted())
    #expect(
      archive.events.filter { $0.kind == .user }.compactMap(\.subject)
        == tour.split(separator: "\n").map(String.init))
    let opened = archive.events.filter { $0.kind == .windowOpened }
    #expect(opened.map(\.window) == [1, 2, 3])
    let tab = try #require(archive.events.last { $0.kind == .user })
    #expect(archive.events.contains { $0.kind == .tree && $0.cause == tab.number })
    #expect(archive.events.allSatisfy { ($0.cause ?? 0) < $0.number })
  }

  @Test("--trace and --resume write to the file of a link, and into a pipe")
  func throughLinks() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("demo-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (file, link) = (folder.path + "/file", folder.path + "/link")
    let (missing, dangling) = (folder.path + "/missing", folder.path + "/dangling")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "file")
    try FileManager.default.createSymbolicLink(atPath: dangling, withDestinationPath: "missing")
    try Data("home".utf8).write(to: URL(fileURLWithPath: file))
    let linked = await run("--resume", link, "--trace", dangling, tour: "tab Settings")
    #expect(linked.code == 0)
    #expect(FileManager.default.contents(atPath: file) == Data("settings".utf8))
    #expect(FileManager.default.contents(atPath: missing)?.isEmpty == false)
    for (link, target) in [(link, "file"), (dangling, "missing")] {
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    }

    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let end = open(pipe, O_RDONLY | O_NONBLOCK)
    let reader = FileHandle(fileDescriptor: end, closeOnDealloc: true)
    let piped = await run("--trace", pipe, tour: "expect screen Login")
    #expect(piped.code == 0)
    let text = String(decoding: try reader.readToEnd() ?? Data(), as: UTF8.self)
    #expect(try TraceArchive(jsonLines: text).events.isEmpty == false)
  }

  @Test("An output that cannot be written is an error, unless its reader has gone")
  func unwritableOutput() async throws {
    let full = await run("--tour", tour: "expect screen Login", error: ENOSPC)
    #expect(full.code == 2)
    let reason = String(cString: strerror(ENOSPC))
    #expect(full.errors == "navigation-demo: The output cannot be written. \(reason).\n")
    let help = await run("--help", error: ENOSPC)
    #expect(help.code == 2)
    let failed = await run("--tour", tour: "expect screen Home", error: ENOSPC)
    #expect(failed.code == 1)
    let gone = await run("--tour", tour: "expect screen Login", error: EPIPE)
    #expect(gone.code == 0)
    #expect(gone.errors == "")
  }

  @Test("A bad option refers to the help, which is printed to the output")
  func options() async {
    let bad = await run("--nothing")
    #expect(bad.code == 2)
    #expect(
      bad.errors
        == "navigation-demo: There is no option --nothing.\nTry navigation-demo --help.\n")
    let help = await run("--help")
    #expect(help.code == 0)
    #expect(help.output == DemoArguments.usage)
  }

  @Test("--json prints one typed object a line")
  func json() async throws {
    let tour = "say \"a \\\"b\\\"\"\nlink app://home/x\nexpect screen Login"
    let run = await run("--json", tour: "tap \"Log in\"\n" + tour)
    #expect(run.code == 1)
    let objects = try run.output.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(
      objects.map { $0["type"] as? String }
        == ["story", "event", "event", "move", "remark", "move", "end"])
    #expect(objects[0]["app"] as? String == "Sample")
    #expect(objects[2]["text"] as? String == "login: That is no mail address")
    #expect(objects[3]["holds"] as? Bool == true)
    #expect(objects[4]["text"] as? String == "a \"b\"")
    #expect(objects[5]["holds"] as? Bool == false)
    #expect(objects[5]["found"] as? String == "No user is logged in.")
    #expect(objects[6]["line"] as? Int == 3)
  }

  @Test("The document lists every word of a story, and its stories parse")
  func document() throws {
    let url = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Docs/Stories.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    for entry in StoryVocabulary.all {
      let usage = entry.usage.replacingOccurrences(of: "|", with: "\\|")
      #expect(text.contains("`\(usage)`"), "\(entry.usage)")
    }
    let blocks = text.components(separatedBy: "```text\n").dropFirst()
    #expect(blocks.count == 2)
    for block in blocks {
      let story = try #require(block.components(separatedBy: "```").first)
      #expect(throws: Never.self) { try Story(parsing: story, file: "Docs/Stories.md") }
    }
  }
}

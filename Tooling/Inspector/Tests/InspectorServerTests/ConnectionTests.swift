import Foundation
import InspectorConnection
import InspectorServer
import NavigationRuntime
import Testing

@MainActor
@Suite("The connection of an app")
struct ConnectionTests {
  /// A window with a stack, and its trace.
  @MainActor
  private final class Films {
    let context = NavigationContext(clock: ManualNavigationClock())
    let main = HeadlessNavigationController(rootViewController: HeadlessViewController())
    let window = HeadlessWindow(platform: HeadlessPlatform(transitionMode: .immediate))
    let trace: NavigationTrace
    /// Advanced by the test to let a connection try again.
    let clock = ManualNavigationClock()
    var performed: [String] = []
    weak var connection: InspectorConnection?

    init() {
      window.rootViewController = main
      window.makeKeyAndVisible()
      _ = context.store(for: window)
      trace = context.startTrace()
    }

    func push() async {
      trace.user("tap \"Film\"") {
        _ = context.request(.push(HeadlessViewController()), on: main)
      }
      await context.settled()
    }

    var lines: [String] {
      trace.archive.jsonLines.split(separator: "\n").dropFirst().map(String.init)
    }

    func connection(
      to address: URL, commands: [String] = [],
      perform: @escaping @MainActor (String) async throws -> String = { _ in "" }
    ) -> InspectorConnection {
      InspectorConnection(
        of: trace, named: "Films", to: address, commands: commands, clock: clock,
        perform: perform)
    }
  }

  /// The session of the only app, once the server knows it.
  private nonisolated static func session(_ served: Served) async throws -> String {
    struct Summary: Decodable { var session: String }
    let list = try await Stream(port: served.port)
    defer { list.close() }
    while let event = await list.next() {
      let apps = try JSONDecoder().decode([Summary].self, from: Data(event.data[0].utf8))
      if let app = apps.first { return app.session }
    }
    throw CancellationError()
  }

  @Test("What happens reaches the server, while it happens")
  func events() async throws {
    try await Served.with { @MainActor served async throws in
      let films = Films()
      let connection = films.connection(to: served.address)
      let session = try await Self.session(served)
      let page = try await Stream(port: served.port, app: session)
      let before = films.trace.events.count
      #expect(await page.lines(to: before, of: session) == films.lines)
      await films.push()
      let after = films.trace.events.count
      #expect(after > before)
      let new = await page.lines(to: after, of: session)
      #expect(new == Array(films.lines.dropFirst(before)))
      connection.stop()
      page.close()
    }
  }

  @Test("An event whose tree has too many levels to be written is sent without it")
  func deepTree() async throws {
    try await Served.with { @MainActor served async throws in
      let films = Films()
      var top: HeadlessViewController = films.main
      for _ in 0..<210 {
        let next = HeadlessViewController()
        top.present(next, animated: false)
        top = next
      }
      let trace = films.context.startTrace()
      trace.note("behind the tree")
      let connection = InspectorConnection(
        of: trace, named: "Films", to: served.address, clock: films.clock)
      #expect(await connection.flush())
      let list = try await Stream(port: served.port)
      let count = trace.events.count
      let apps = await list.next("apps")
      list.close()
      try #require(apps?.data[0].contains("\"events\":\(count),") == true, "\(apps as Any)")
      let session = try await Self.session(served)
      let page = try await Stream(port: served.port, app: session)
      let lines = trace.archive.jsonLines.split(separator: "\n").dropFirst().map(String.init)
      #expect(lines.count == count)
      #expect(await page.lines(to: count, of: session) == lines)
      connection.stop()
      page.close()
    }
  }

  @Test("Without its server the app goes on, and another server gets everything")
  func restart() async throws {
    let films = Films()
    let (connection, address) = try await Served.with { @MainActor served async throws in
      let connection = films.connection(to: served.address)
      #expect(await connection.flush())
      return (connection, served.address)
    }
    await films.push()
    #expect(await !connection.flush())
    await films.push()
    try await Served.with(port: UInt16(address.port ?? 0)) { @MainActor served async throws in
      films.clock.advance(by: 10)
      // The server did not know the session, so that the first attempt was refused.
      while await !connection.flush() { films.clock.advance(by: 10) }
      let session = try await Self.session(served)
      let page = try await Stream(port: served.port, app: session)
      let count = films.trace.events.count
      #expect(await page.lines(to: count, of: session) == films.lines)
      page.close()
      connection.stop()
    }
  }

  @Test("Performs the commands that it allows, one after the other, and answers")
  func commands() async throws {
    struct Failure: Error {}
    try await Served.with { @MainActor served async throws in
      let films = Films()
      let connection = films.connection(to: served.address, commands: ["tap", "fail"]) { command in
        films.performed.append(command)
        await films.push()
        if command == "fail" { throw Failure() }
        return "a screen"
      }
      let session = try await Self.session(served)
      let page = try await Stream(port: served.port, app: session)
      _ = await page.next("start")
      for command in ["tap A", "fail", "tap B"] {
        #expect(try await served.command(session, command).status == 202)
      }
      for expected in ["true,\"text\":\"a screen\"", "false,\"text\":\"Failure()\"", "true"] {
        let answer = await page.next("answer")
        #expect(answer?.data[0].contains("\"ok\":\(expected)") == true)
      }
      #expect(films.performed == ["tap A", "fail", "tap B"])
      page.close()
      connection.stop()
    }
  }

  /// The ways in which a connection ends.
  enum Ending: CaseIterable {
    case stop, finish, release
  }

  @Test("The page shows at once that an app has gone", arguments: Ending.allCases)
  func goodbye(ending: Ending) async throws {
    // The server's time stands still: it does not find out by silence.
    try await Served.with { @MainActor served async throws in
      let films = Films()
      var connection: InspectorConnection? = films.connection(to: served.address)
      #expect(await connection?.flush() == true)
      let list = try await Stream(port: served.port)
      #expect(await list.next("apps")?.data[0].contains("\"connected\":true") == true)
      await films.push()
      switch ending {
      case .stop: connection?.stop()
      case .finish: #expect(await connection?.finish() == true)
      case .release: connection = nil
      }
      var last: String?
      while let event = await list.next("apps") {
        last = event.data[0]
        if event.data[0].contains("\"connected\":false") { break }
      }
      let count = films.trace.events.count
      #expect(ending != .finish || last?.contains("\"events\":\(count)") == true)
      list.close()
    }
  }

  @Test("A connection is released, also after it was stopped")
  func release() async throws {
    try await Served.with { @MainActor served async throws in
      let films = Films()
      for isStopped in [false, true] {
        do {
          let connection = films.connection(to: served.address, commands: ["tap"])
          #expect(await connection.flush())
          if isStopped {
            connection.stop()
            #expect(await !connection.flush())
          }
          films.connection = connection
        }
        #expect(films.connection == nil)
      }
      await films.push()
    }
  }

  @Test("A connection without a server is released, with its timer")
  func releaseWithoutServer() async throws {
    let films = Films()
    do {
      // Nothing serves the port of `discard`.
      let address = try #require(URL(string: "http://127.0.0.1:9/token/"))
      let connection = films.connection(to: address)
      #expect(await !connection.flush())
      #expect(films.clock.sleeperCount == 1)
      films.connection = connection
    }
    #expect(films.connection == nil)
    #expect(films.clock.sleeperCount == 0)
  }

  @Test("Says that the token of the address is another one")
  func wrongToken() async throws {
    try await Served.with { @MainActor served async throws in
      let films = Films()
      let wrong = served.address.deletingLastPathComponent().appendingPathComponent("other")
      let connection = films.connection(to: wrong)
      #expect(await !connection.flush())
      #expect(connection.problem?.contains("token") == true)
      connection.stop()
      let right = films.connection(to: served.address)
      #expect(await right.flush())
      #expect(right.problem == nil)
      right.stop()
    }
  }

  @Test("A trace that has dropped events is sent from the first one that it keeps")
  func dropping() async throws {
    try await Served.with { @MainActor served async throws in
      let trace = NavigationContext(clock: ManualNavigationClock()).startTrace(.init(capacity: 10))
      for number in 1...30 { trace.note("\(number)") }
      let connection = InspectorConnection(of: trace, named: "Notes", to: served.address)
      #expect(await connection.flush())
      // Faster than they can be sent.
      for number in 31...60 { trace.note("\(number)") }
      #expect(await connection.flush())
      let session = try await Self.session(served)
      let page = try await Stream(port: served.port, app: session)
      #expect(await page.next("start")?.data[0].contains("\"dropped\":50") == true)
      #expect(await page.next("lines")?.data.count == 10)
      page.close()
      connection.stop()
    }
  }
}

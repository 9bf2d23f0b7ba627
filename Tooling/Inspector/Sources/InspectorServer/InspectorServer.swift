import FlyingSocks
import Foundation

/// Serves the Inspector's page on this computer, and brings running apps to it.
///
/// Everything lies below a token, which is a part of the address: who does not know it gets nothing.
/// `Tooling/Inspector/README.md` lists the requests.
public struct InspectorServer: Sendable {
  /// The address of the page.
  public let address: URL

  private let token: String
  private let page: Page
  private let hub: Hub
  private let pool: ImpatientPool
  private let socket: Socket
  private let hosts: [String]

  /// Makes a server, which listens from now on.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any that is free.
  ///   - token: The token; letters, digits, `-` and `_`.
  ///   - page: The folder with the page.
  /// - Throws: ``PortInUse``, or another error if the port cannot be used.
  public init(port: UInt16, token: String, page: URL) throws {
    try self.init(port: port, token: token, page: page, hub: Hub())
  }

  /// Makes a server with other limits; a connection that takes nothing for the seconds of
  /// `patience` ends.
  package init(
    port: UInt16, token: String, page: URL, hub: Hub, patience: TimeInterval = 10
  ) throws {
    self.token = token
    self.page = Page(folder: page)
    self.hub = hub
    pool = ImpatientPool(base: SocketPool<Poll>.make(), patience: patience)
    socket = try Socket(domain: AF_INET)
    try socket.setValue(true, for: .localAddressReuse)
    #if canImport(Darwin)
    try socket.setValue(true, for: .noSIGPIPE)
    #endif
    do {
      try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: port))
      try socket.listen()
    } catch SocketError.failed(_, EADDRINUSE, _) {
      try? socket.close()
      throw PortInUse(port: port)
    }
    guard case .ip4(_, let port) = try socket.sockname(),
      let address = URL(string: "http://127.0.0.1:\(port)/\(token)/")
    else { throw URLError(.badURL) }
    self.address = address
    hosts = Self.hosts(at: port)
  }

  /// The names of this computer as requests have them; browsers leave port 80 out.
  package static func hosts(at port: UInt16) -> [String] {
    let names = ["127.0.0.1", "localhost", "[::1]"]
    return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
  }

  /// Serves until the task is cancelled.
  ///
  /// - Throws: An error at the end.
  public func run() async throws {
    defer { try? socket.close() }
    try await pool.prepare()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      group.addTask { try await accept() }
      group.addTask {
        while true {
          try await Task.sleep(nanoseconds: 250_000_000)
          await hub.tick()
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func accept() async throws {
    let listener = try AsyncSocket(socket: socket, pool: pool)
    try await withThrowingDiscardingTaskGroup { group in
      while true {
        guard let client = try? await listener.accept() else {
          // Too many open files, perhaps.
          try await Task.sleep(nanoseconds: 100_000_000)
          continue
        }
        group.addTask {
          try? await serve(HTTPConnection(client))
          try? client.close()
        }
      }
    }
  }

  // MARK: - Requests

  private func serve(_ connection: HTTPConnection) async throws {
    var connection = connection
    do {
      while let request = try await connection.next() {
        let response =
          Self.mayWait(request)
          ? try await connection.whileConnected { await handle(request) } : await handle(request)
        if case .stream(let reader) = response.body {
          return try await stream(reader, response, on: &connection)
        }
        try await send(response, to: request, on: connection)
        if request.isLast { return }
      }
    } catch let refusal as Refusal {
      try await connection.send(Self.response(refusal).bytes(isLast: true))
      try await connection.finish()
    }
  }

  private func send(
    _ response: HTTPResponse, to request: HTTPRequest, on connection: HTTPConnection
  ) async throws {
    // The answer to HEAD ends with its head; a body would begin the next answer.
    try await connection.send(
      request.method == "HEAD"
        ? response.head(isLast: request.isLast) : response.bytes(isLast: request.isLast))
  }

  /// Sends what a page gets until one of the two ends the connection.
  private func stream(
    _ reader: Int, _ response: HTTPResponse, on connection: inout HTTPConnection
  ) async throws {
    do {
      try await connection.send(response.head(isLast: true))
      while let data = try await connection.whileConnected({ await hub.next(for: reader) }) {
        try await connection.send(data)
      }
    } catch {
      await hub.remove(reader)
      throw error
    }
  }

  /// Whether an app waits for commands by the request.
  private static func mayWait(_ request: HTTPRequest) -> Bool {
    request.method == "GET" && request.path.hasSuffix("/commands")
  }

  private func handle(_ request: HTTPRequest) async -> HTTPResponse {
    do {
      try check(request)
      let path = try path(of: request)
      guard let body = request.body else {
        throw Refusal(413, "more than \(HTTPConnection.bodyLimit) bytes")
      }
      return try await respond(to: request, path, body)
    } catch let refusal as Refusal {
      return Self.response(refusal)
    } catch {
      return Self.response(500, Data("\(error)".utf8), "text/plain; charset=utf-8")
    }
  }

  /// Refuses pages of other origins, also those whose name leads to this computer.
  private func check(_ request: HTTPRequest) throws {
    guard let host = request.fields["host"], hosts.contains(host) else {
      throw Refusal(403, "foreign host")
    }
    if let origin = request.fields["origin"],
      !hosts.contains(where: { origin == "http://\($0)" })
    {
      throw Refusal(403, "foreign origin")
    }
  }

  /// The parts of the path below the token.
  private func path(of request: HTTPRequest) throws -> [String] {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0].isEmpty, parts[1] == token else {
      throw Refusal(403, "the token is another one: open the whole address that is printed")
    }
    guard parts.count >= 3 else {
      throw Refusal(403, "the address lacks the last slash")
    }
    return parts.dropFirst(2).map(String.init)
  }

  private func respond(
    to request: HTTPRequest, _ path: [String], _ body: Data
  ) async throws -> HTTPResponse {
    switch (request.method, path.count, path[0], path.last) {
    case ("POST", 3, "apps", "events"):
      let received = try await hub.receive(
        body, after: try Self.number("after", request), from: try Self.session(path[1]),
        name: String((request.query["name"] ?? "app").prefix(200)),
        allowing: Self.words(request.query["commands"] ?? ""))
      return Self.json(200, Received(received: received))
    case ("GET", 3, "apps", "commands"):
      let commands = try await hub.commands(
        after: try Self.number("after", request), for: try Self.session(path[1]))
      return Self.json(200, commands)
    case ("POST", 3, "apps", "answers"):
      try await hub.receive(try Self.decode(Answer.self, body), from: try Self.session(path[1]))
      return Self.json(200, [String: String]())
    case ("DELETE", 2, "apps", let session?):
      try await hub.leave(try Self.session(session))
      return Self.json(200, [String: String]())
    case ("POST", 3, "apps", "commands"):
      return try await addCommand(request, try Self.session(path[1]), body)
    case ("GET", 1, "stream", _):
      return try await stream(request)
    case ("GET", 1, let name, _):
      guard let file = page.file(name) else { throw Refusal(404, "no such file") }
      return Self.response(200, file.contents, file.type)
    default: throw Refusal(404, "no such request")
    }
  }

  private func addCommand(
    _ request: HTTPRequest, _ session: String, _ body: Data
  ) async throws -> HTTPResponse {
    // A form of another page cannot have this type.
    guard request.fields["content-type"]?.hasPrefix("application/json") == true else {
      throw Refusal(415, "a command is JSON")
    }
    guard body.count <= 10_000 else { throw Refusal(413, "a command has at most 10,000 bytes") }
    let text = try Self.decode(CommandText.self, body).text
    guard !text.isEmpty, !text.contains(where: \.isNewline) else {
      throw Refusal(400, "a command is one line")
    }
    return Self.json(202, CommandID(id: try await hub.add(text, for: session)))
  }

  private func stream(_ request: HTTPRequest) async throws -> HTTPResponse {
    let reader = try await hub.addReader(
      of: try request.query["app"].map(Self.session),
      after: request.fields["last-event-id"])
    return HTTPResponse(
      status: 200, type: "text/event-stream; charset=utf-8", body: .stream(reader: reader))
  }
}

// MARK: - Parts of requests and responses

extension InspectorServer {
  /// A number that a page can tell from the next one.
  private static func number(_ name: String, _ request: HTTPRequest) throws -> Int {
    guard let text = request.query[name], let number = Int(text), (0..<1 << 53).contains(number)
    else { throw Refusal(400, "\(name) is no number from 0 to 2^53 - 1") }
    return number
  }

  private static func session(_ text: String) throws -> String {
    guard let id = UUID(uuidString: text) else { throw Refusal(400, "a session is a UUID") }
    return id.uuidString
  }

  private static func words(_ text: String) -> [String] {
    text.prefix(2_000).split(separator: ",").map(String.init)
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ body: Data) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      throw Refusal(400, "\(error)")
    }
  }

  private static func json(_ status: Int, _ value: some Encodable) -> HTTPResponse {
    response(status, value.json, "application/json")
  }

  private static func response(_ status: Int, _ body: Data, _ type: String) -> HTTPResponse {
    HTTPResponse(status: status, type: type, body: .data(body))
  }

  private static func response(_ refusal: Refusal) -> HTTPResponse {
    guard let received = refusal.received else {
      return response(refusal.status, Data(refusal.text.utf8), "text/plain; charset=utf-8")
    }
    return json(refusal.status, Received(received: received))
  }
}

/// The port of a server is in use by another program.
public struct PortInUse: Error, Equatable {
  /// The port.
  public let port: UInt16

  /// Makes an error.
  public init(port: UInt16) {
    self.port = port
  }
}

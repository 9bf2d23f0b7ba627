import FlyingFox
import FlyingSocks
import Foundation

/// Serves the Inspector's page on this computer, and brings running apps to it.
///
/// Everything lies below a token, which is a part of the address: who does not know it gets nothing.
/// `Tooling/Inspector/README.md` lists the requests.
public struct InspectorServer: Sendable {
  /// The most bytes of a request's body.
  public static let bodyLimit = 32_000_000

  private let token: String
  private let page: Page
  private let hub: Hub
  private let server: HTTPServer

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - port: The port; 0 for any that is free.
  ///   - token: The token; letters, digits, `-` and `_`.
  ///   - page: The folder with the page.
  /// - Throws: An error if there is no such address.
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
    server = HTTPServer(
      config: HTTPServer.Configuration(
        address: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 60,
        sharedRequestBufferSize: 65_536, sharedRequestReplaySize: 0,
        pool: ImpatientPool(base: HTTPServer.defaultPool(), patience: patience),
        logger: .disabled))
  }

  /// The address of the page, once the server runs.
  ///
  /// - Throws: An error if the server does not start.
  public func address() async throws -> URL {
    try await server.waitUntilListening()
    guard let url = URL(string: "http://127.0.0.1:\(await port)/\(token)/") else {
      throw URLError(.badURL)
    }
    return url
  }

  private var port: UInt16 {
    get async {
      if case .ip4(_, let port) = await server.listeningAddress { port } else { 0 }
    }
  }

  /// Serves until the task is cancelled.
  ///
  /// - Throws: An error if the port cannot be used.
  public func run() async throws {
    await server.appendRoute("*") { await handle($0) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.run() }
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

  // MARK: - Requests

  private func handle(_ request: HTTPRequest) async -> HTTPResponse {
    do {
      // Read in any case: what is left would be taken for the next request.
      let body = try await body(of: request)
      try check(request, port: await port)
      let path = try path(of: request)
      guard let body else { throw Refusal(413, "more than \(Self.bodyLimit) bytes") }
      return try await respond(to: request, path, body)
    } catch let refusal as Refusal {
      let body = refusal.received.map { Received(received: $0).json } ?? Data(refusal.text.utf8)
      let type = refusal.received == nil ? "text/plain; charset=utf-8" : "application/json"
      return Self.response(refusal.status, body, type)
    } catch {
      return Self.response(500, Data("\(error)".utf8), "text/plain; charset=utf-8")
    }
  }

  /// The body; `nil` if it is too large.
  private func body(of request: HTTPRequest) async throws -> Data? {
    var body = Data()
    var isTooLarge = false
    for try await part in request.bodySequence {
      isTooLarge = isTooLarge || body.count + part.count > Self.bodyLimit
      if isTooLarge { body = Data() } else { body += part }
    }
    return isTooLarge ? nil : body
  }

  /// Refuses pages of other origins, also those whose name leads to this computer.
  private func check(_ request: HTTPRequest, port: UInt16) throws {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"]
    guard let host = request.headers[.host], hosts.contains(host) else {
      throw Refusal(403, "foreign host")
    }
    if let origin = request.headers[HTTPHeader("Origin")],
      !hosts.contains(where: { origin == "http://\($0)" })
    {
      throw Refusal(403, "foreign origin")
    }
  }

  /// The parts of the path below the token.
  private func path(of request: HTTPRequest) throws -> [String] {
    let parts = request.target.path().split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[0].isEmpty, parts[1] == token else {
      throw Refusal(403, "the address has no valid token")
    }
    return parts.dropFirst(2).map(String.init)
  }

  private func respond(
    to request: HTTPRequest, _ path: [String], _ body: Data
  ) async throws -> HTTPResponse {
    switch (request.method, path.count, path[0], path.last) {
    case (.POST, 3, "apps", "events"):
      let received = try await hub.receive(
        body, after: try Self.number("after", request), from: try Self.session(path[1]),
        name: String((request.query["name"] ?? "app").prefix(200)),
        allowing: Self.words(request.query["commands"] ?? ""))
      return Self.json(200, Received(received: received))
    case (.GET, 3, "apps", "commands"):
      let commands = try await hub.commands(
        after: try Self.number("after", request), for: try Self.session(path[1]))
      return Self.json(200, commands)
    case (.POST, 3, "apps", "answers"):
      try await hub.receive(try Self.decode(Answer.self, body), from: try Self.session(path[1]))
      return Self.json(200, [String: String]())
    case (.DELETE, 2, "apps", let session?):
      try await hub.leave(try Self.session(session))
      return Self.json(200, [String: String]())
    case (.POST, 3, "apps", "commands"):
      return try await addCommand(request, try Self.session(path[1]), body)
    case (.GET, 1, "stream", _):
      return try await stream(request)
    case (.GET, 1, let name, _):
      guard let file = page.file(name) else { throw Refusal(404, "no such file") }
      return Self.response(200, file.contents, file.type)
    default: throw Refusal(404, "no such request")
    }
  }

  private func addCommand(
    _ request: HTTPRequest, _ session: String, _ body: Data
  ) async throws -> HTTPResponse {
    // A form of another page cannot have this type.
    guard request.headers[.contentType]?.hasPrefix("application/json") == true else {
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
      after: request.headers[HTTPHeader("Last-Event-ID")])
    let body = HTTPBodySequence(from: ReaderSequence(hub: hub, reader: reader))
    return HTTPResponse(
      statusCode: .ok, headers: Self.headers("text/event-stream; charset=utf-8"), body: body)
  }
}

// MARK: - Parts of requests and responses

extension InspectorServer {
  private static func number(_ name: String, _ request: HTTPRequest) throws -> Int {
    guard let text = request.query[name], let number = Int(text), number >= 0 else {
      throw Refusal(400, "\(name) is no number")
    }
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
    HTTPResponse(
      statusCode: HTTPStatusCode(status, phrase: phrases[status] ?? "Error"),
      headers: headers(type), body: body)
  }

  private static func headers(_ type: String) -> HTTPHeaders {
    [
      .contentType: type,
      .cacheControl: "no-store",
      HTTPHeader("X-Content-Type-Options"): "nosniff",
      HTTPHeader("Referrer-Policy"): "no-referrer",
      HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
    ]
  }

  private static let phrases = [
    200: "OK", 202: "Accepted", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
    409: "Conflict", 413: "Content Too Large", 415: "Unsupported Media Type",
    500: "Internal Server Error", 503: "Service Unavailable",
  ]
}

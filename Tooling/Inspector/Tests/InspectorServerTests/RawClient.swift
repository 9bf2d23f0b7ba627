import FlyingSocks
import Foundation

/// A connection that sends bytes as they are, also what `URLSession` would not send.
struct RawClient: Sendable {
  private let socket: AsyncSocket

  init(port: UInt16) async throws {
    socket = try await AsyncSocket.connected(
      to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port), timeout: 60)
  }

  func send(_ data: Data) async throws { try await socket.write(data) }

  /// The bytes that come next; `nil` at the end of the connection.
  func receive() async -> Data? {
    guard let bytes = try? await socket.read(atMost: 4096), !bytes.isEmpty else { return nil }
    return Data(bytes)
  }

  func close() { try? socket.close() }
}

/// A request, and what came back.
struct Exchange: Sendable {
  var status: Int
  var head: String
  var body: String

  /// Makes a request on a connection of its own.
  static func make(
    _ method: String, _ target: String, port: UInt16, headers: [String: String] = [:],
    body: Data = Data()
  ) async throws -> Exchange {
    let client = try await RawClient(port: port)
    defer { client.close() }
    try await client.send(request(method, target, port: port, headers, body))
    var data = Data()
    while let more = await client.receive() { data += more }
    let text = String(decoding: data, as: UTF8.self)
    let parts = text.components(separatedBy: "\r\n\r\n")
    let head = parts[0]
    return Exchange(
      status: Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0, head: head,
      body: parts.dropFirst().joined(separator: "\r\n\r\n"))
  }

  static func request(
    _ method: String, _ target: String, port: UInt16, _ headers: [String: String], _ body: Data
  ) -> Data {
    var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    if !body.isEmpty || method == "POST" { all["Content-Length"] = "\(body.count)" }
    all.merge(headers) { $1 }
    let lines = all.map { "\($0.key): \($0.value)\r\n" }.sorted().joined()
    return Data("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n".utf8) + body
  }
}

/// A page's stream of events.
final class Stream {
  struct Event: Equatable {
    var name: String
    var id: String?
    var data: [String]
  }

  private let client: RawClient
  private var bytes: [UInt8] = []
  private var searched = 0

  init(
    port: UInt16, token: String = "token", app: String? = nil, lastID: String? = nil
  ) async throws {
    client = try await RawClient(port: port)
    let query = app.map { "?app=\($0)" } ?? ""
    try await client.send(
      Exchange.request(
        "GET", "/\(token)/stream\(query)", port: port,
        lastID.map { ["Last-Event-ID": $0] } ?? [:], Data()))
  }

  /// The next event; `nil` at the end.
  ///
  /// Signs of life are left out. The lines with the sizes of chunks lie between the events and look like no field of one.
  func next() async -> Event? {
    while true {
      while let block = nextBlock() {
        var event = Event(name: "", data: [])
        for line in block.split(whereSeparator: \.isNewline) {
          if line.hasPrefix("event: ") { event.name = String(line.dropFirst(7)) }
          if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
          if line.hasPrefix("data: ") { event.data.append(String(line.dropFirst(6))) }
        }
        if !event.name.isEmpty { return event }
      }
      guard let more = await client.receive() else { return nil }
      bytes += more
    }
  }

  /// The text up to the next empty line, if that has come.
  private func nextBlock() -> String? {
    let feed = UInt8(ascii: "\n")
    while searched + 1 < bytes.count {
      if bytes[searched] == feed, bytes[searched + 1] == feed {
        defer {
          bytes.removeFirst(searched + 2)
          searched = 0
        }
        return String(decoding: bytes[..<searched], as: UTF8.self)
      }
      searched += 1
    }
    return nil
  }

  /// The next event with a name.
  func next(_ name: String) async -> Event? {
    while let event = await next() {
      if event.name == name { return event }
    }
    return nil
  }

  /// All the lines up to an event of the app.
  func lines(to last: Int, of app: String) async -> [String] {
    var lines: [String] = []
    while let event = await next("lines") {
      lines += event.data
      if event.id == "\(app):\(last)" { break }
    }
    return lines
  }

  func close() { client.close() }
}

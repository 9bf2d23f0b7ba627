import Foundation
import InspectorServer
import Testing

/// A server that runs while a test does.
struct Served: Sendable {
  let hub: Hub
  let address: URL

  var port: UInt16 { UInt16(address.port ?? 0) }

  /// The page that comes with the server.
  static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Page")

  /// Runs a server for the time of `body`.
  static func with<Result: Sendable>(
    port: UInt16 = 0, limits: Hub.Limits = Hub.Limits(), patience: TimeInterval = 10,
    now: @escaping @Sendable () -> TimeInterval = { 0 },
    _ body: @Sendable @escaping (Served) async throws -> Result
  ) async throws -> Result {
    let hub = Hub(limits: limits, now: now)
    let server = try InspectorServer(
      port: port, token: "token", page: page, hub: hub, patience: patience)
    let running = Task { try await server.run() }
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(try await body(Served(hub: hub, address: server.address)))
    } catch {
      result = .failure(error)
    }
    running.cancel()
    _ = await running.result
    return try result.get()
  }

  func get(_ target: String, headers: [String: String] = [:]) async throws -> Exchange {
    try await Exchange.make("GET", target, port: port, headers: headers)
  }

  func post(
    _ target: String, _ body: String, headers: [String: String] = [:]
  ) async throws -> Exchange {
    try await Exchange.make("POST", target, port: port, headers: headers, body: Data(body.utf8))
  }

  /// Posts events of an app.
  func events(
    _ app: String, after: Int, _ lines: [String], allowing commands: String = ""
  ) async throws -> Exchange {
    try await post(
      "/token/apps/\(app)/events?name=Films&after=\(after)&commands=\(commands)",
      lines.map { "\($0)\n" }.joined())
  }

  /// Posts a command of a page.
  func command(_ app: String, _ text: String) async throws -> Exchange {
    try await post(
      "/token/apps/\(app)/commands", "{\"text\":\"\(text)\"}",
      headers: ["Content-Type": "application/json", "Origin": "http://127.0.0.1:\(port)"])
  }
}

/// The first line of a trace.
func header(dropped: Int = 0) -> String {
  "{\"dropped\":\(dropped),\"navigationTrace\":1,\"windows\":[]}"
}

/// The line of an event.
func note(_ number: Int) -> String {
  "{\"kind\":\"note\",\"n\":\(number),\"subject\":\"line \(number)\",\"t\":0}"
}

func notes(_ numbers: ClosedRange<Int>) -> [String] { numbers.map(note) }

/// Names of apps.
let app = "6D1C2AB0-8D4A-4E56-A3B4-0F5A6B7C8D9E"
let otherApp = "7D1C2AB0-8D4A-4E56-A3B4-0F5A6B7C8D9E"

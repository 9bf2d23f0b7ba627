import Foundation
import InspectorServer
import Testing

@Suite("Who may ask the Inspector's server for what")
struct AccessTests {
  @Test("Serves the page with its types, and lets nothing be stored or guessed")
  func page() async throws {
    try await Served.with { served async throws in
      let index = try await served.get("/token/")
      #expect(index.status == 200)
      #expect(index.head.contains("Content-Type: text/html; charset=utf-8"))
      #expect(index.head.contains("X-Content-Type-Options: nosniff"))
      #expect(index.head.contains("Cache-Control: no-store"))
      #expect(index.body.contains("inspector.js"))
      let script = try await served.get("/token/inspector.js")
      #expect(script.status == 200)
      #expect(script.head.contains("Content-Type: text/javascript"))
    }
  }

  @Test("Says that a port is in use, and which")
  func portInUse() async throws {
    try await Served.with { served async throws in
      let port = served.port
      #expect(throws: PortInUse(port: port)) {
        try InspectorServer(port: port, token: "token", page: Served.page)
      }
    }
  }

  @Test(
    "Refuses an address without the token",
    arguments: [
      "/", "/token", "/tokens/", "/Token/", "//token/", "/inspector.js", "/stream", "/%74oken/",
      "/other/apps/\(app)/events?after=0",
    ])
  func token(target: String) async throws {
    try await Served.with { served async throws in
      #expect(try await served.get(target).status == 403)
      #expect(try await served.post(target, header()).status == 403)
    }
  }

  @Test("Refuses foreign hosts and origins, also with the token")
  func foreign() async throws {
    try await Served.with { served async throws in
      let port = served.port
      for host in ["evil.example", "evil.example:\(port)", "127.0.0.1", "127.0.0.1:1", ""] {
        #expect(try await served.get("/token/", headers: ["Host": host]).status == 403, "\(host)")
      }
      let origins = [
        "http://evil.example", "null", "https://localhost:\(port)", "http://localhost",
      ]
      for origin in origins {
        let exchange = try await served.get("/token/stream", headers: ["Origin": origin])
        #expect(exchange.status == 403, "\(origin)")
      }
      for host in ["localhost:\(port)", "[::1]:\(port)"] {
        let own = ["Host": host, "Origin": "http://\(host)"]
        #expect(try await served.get("/token/", headers: own).status == 200, "\(host)")
      }
    }
  }

  @Test("At the port that browsers leave out of an address, takes hosts without a port as well")
  func usualPort() {
    #expect(InspectorServer.hosts(at: 8790) == ["127.0.0.1:8790", "localhost:8790", "[::1]:8790"])
    #expect(
      InspectorServer.hosts(at: 80) == [
        "127.0.0.1:80", "localhost:80", "[::1]:80", "127.0.0.1", "localhost", "[::1]",
      ])
  }

  @Test(
    "No path leads out of the page's folder",
    arguments: [
      "../README.md", "..%2FREADME.md", "%2e%2e/README.md", "./../README.md", ".hidden",
      "../../Package.swift", "/etc/passwd", "%2Fetc%2Fpasswd", "inspector.js/..", "a/../index.html",
      "..\\README.md", "inspector.js%00", "README.md",
    ])
  func traversal(name: String) async throws {
    try await Served.with { served async throws in
      let exchange = try await served.get("/token/\(name)")
      #expect(exchange.status == 404)
      #expect(!exchange.body.contains("Inspector\n"))
    }
  }

  @Test("Refuses bodies that are too large, and goes on")
  func size() async throws {
    try await Served.with { served async throws in
      let body = String(repeating: "x", count: 32_000_000 + 1)
      let target = "/token/apps/\(app)/events?name=A&after=0"
      #expect(try await served.post(target, body).status == 413)
      let long = String(repeating: "x", count: 20_000)
      #expect(try await served.command(app, long).status == 413)
      #expect(try await served.events(app, after: 0, [header(), note(1)]).status == 200)
    }
  }

  @Test("Refuses a head that is too large before it has come, and goes on")
  func headSize() async throws {
    try await Served.with { served async throws in
      let long = String(repeating: "x", count: 1_000_000)
      for (target, headers) in [("/token/?\(long)", [:]), ("/token/", ["Cookie": long])] {
        #expect(try await served.get(target, headers: headers).status == 431)
      }
      // What a browser has for other servers of this computer.
      let cookies = ["Cookie": String(repeating: "x", count: 20_000)]
      #expect(try await served.get("/token/", headers: cookies).status == 200)
      // One that never ends.
      let client = try await RawClient(port: served.port)
      try await client.send(Data("GET /token/ HTTP/1.1\r\nCookie: \(long)".utf8))
      let answer = await client.receive().map { String(decoding: $0, as: UTF8.self) }
      #expect(answer?.hasPrefix("HTTP/1.1 431 ") == true)
      client.close()
    }
  }

  @Test(
    "Refuses heads that can be read in different ways",
    arguments: [
      ("GET /token/\r\n\r\n", 400), ("\r\n\r\n", 400), ("GET /token/ HTTP/2\r\n\r\n", 400),
      ("GET /token/ HTTP/1.1\r\nHost : a\r\n\r\n", 400),
      ("GET /token/ HTTP/1.1\r\n: a\r\n\r\n", 400),
      ("GET /token/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
      ("POST /token/ HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST /token/ HTTP/1.1\r\nContent-Length: 1x\r\n\r\n", 400),
      ("POST /token/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      ("POST /token/ HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
    ])
  func heads(head: String, status: Int) async throws {
    try await Served.with { served async throws in
      let client = try await RawClient(port: served.port)
      try await client.send(Data(head.utf8))
      let answer = await client.receive().map { String(decoding: $0, as: UTF8.self) }
      #expect(answer?.hasPrefix("HTTP/1.1 \(status) ") == true)
      client.close()
      #expect(try await served.get("/token/").status == 200)
    }
  }

  @Test("Answers requests on one connection in their order, also if they come at once")
  func pipeline() async throws {
    try await Served.with { served async throws in
      _ = try await served.events(app, after: 0, [header()], allowing: "tap")
      let client = try await RawClient(port: served.port)
      let open = ["Connection": "keep-alive"]
      let wait = "/token/apps/\(app)/commands?after=0"
      try await client.send(
        Exchange.request("GET", wait, port: served.port, open, Data())
          + Exchange.request("GET", "/token/nothing", port: served.port, open, Data())
          + Exchange.request("GET", "/token/filter.js", port: served.port, [:], Data()))
      _ = try await served.command(app, "tap A")
      var text = ""
      while let more = await client.receive() { text += String(decoding: more, as: UTF8.self) }
      let statuses = text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
      #expect(statuses == ["200", "404", "200"])
      client.close()
    }
  }

  @Test("Says that the slash after the token is missing")
  func slash() async throws {
    try await Served.with { served async throws in
      #expect(try await served.get("/token").body.contains("the last slash"))
    }
  }

  @Test("Answers HEAD without a body, so that the next answer can be told from it")
  func headMethod() async throws {
    try await Served.with { served async throws in
      let client = try await RawClient(port: served.port)
      try await client.send(
        Exchange.request(
          "HEAD", "/token/", port: served.port, ["Connection": "keep-alive"], Data())
          + Exchange.request("GET", "/token/filter.js", port: served.port, [:], Data()))
      var text = ""
      while let more = await client.receive() { text += String(decoding: more, as: UTF8.self) }
      let parts = text.components(separatedBy: "\r\n\r\n")
      #expect(parts.count == 3)
      #expect(parts[0].hasPrefix("HTTP/1.1 404 "))
      #expect(parts[1].hasPrefix("HTTP/1.1 200 "))
      client.close()
    }
  }

  @Test("Refuses what it does not understand")
  func nonsense() async throws {
    try await Served.with { served async throws in
      #expect(try await served.get("/token/apps").status == 404)
      #expect(try await served.post("/token/", "").status == 404)
      #expect(try await served.events("no-uuid", after: 0, [header()]).status == 400)
      #expect(try await served.events(app, after: -1, [header()]).status == 400)
      #expect(try await served.events(app, after: 3, [header()]).status == 400)
      // A page could not tell the events after it apart.
      for number in [1 << 53, Int.max] {
        let lines = [header(dropped: number), note(1)]
        #expect(try await served.events(app, after: number, lines).status == 400)
      }
      let version = "{\"dropped\":0,\"navigationTrace\":9,\"windows\":[]}"
      #expect(try await served.events(app, after: 0, [version]).status == 400)
      #expect(try await served.post("/token/apps/\(app)/answers", "{}").status == 400)
      // A form of another page.
      let form = ["Content-Type": "text/plain"]
      let command = "/token/apps/\(app)/commands"
      #expect(try await served.post(command, "{\"text\":\"a\"}", headers: form).status == 415)
    }
  }
}

import Foundation
import InspectorServer
import Testing

@Suite("Commands on their way from a page to an app, and the answers back")
struct CommandTests {
  private struct Sent: Decodable {
    var id: Int
    var text: String?
  }

  @Test("A command reaches the app that waits for it, and its answer the page")
  func roundTrip() async throws {
    try await Served.with { served async throws in
      _ = try await served.events(app, after: 0, [header()], allowing: "tap,settled")
      let page = try await Stream(port: served.port, app: app)
      _ = await page.next("start")
      async let waiting = served.get("/token/apps/\(app)/commands?after=0")
      let accepted = try await served.command(app, "tap Settings")
      #expect(accepted.status == 202)
      let id = try JSONDecoder().decode(Sent.self, from: Data(accepted.body.utf8)).id
      let list = try await waiting
      let commands = try JSONDecoder().decode([Sent].self, from: Data(list.body.utf8))
      #expect(commands.map(\.id) == [id])
      #expect(commands.map(\.text) == ["tap Settings"])
      let answer = "{\"id\":\(id),\"ok\":true,\"text\":\"a screen\\nof two lines\"}"
      #expect(try await served.post("/token/apps/\(app)/answers", answer).status == 200)
      #expect(await page.next("answer")?.data == [answer])
      page.close()
    }
  }

  @Test("Commands come once, in order, until the app asks for what follows them")
  func order() async throws {
    try await Served.with { served async throws in
      _ = try await served.events(app, after: 0, [header()], allowing: "tap")
      for name in ["A", "B"] { _ = try await served.command(app, "tap \(name)") }
      let target = "/token/apps/\(app)/commands?after="
      let first = try await served.get(target + "0").body
      #expect(try await served.get(target + "0").body == first)
      let ids = try JSONDecoder().decode([Sent].self, from: Data(first.utf8)).map(\.id)
      #expect(ids == ids.sorted() && ids.count == 2)
      let rest = try await served.get(target + "\(ids[0])").body
      #expect(try JSONDecoder().decode([Sent].self, from: Data(rest.utf8)).map(\.text) == ["tap B"])
    }
  }

  @Test("Refuses what the app does not allow, lines that are none, and apps that are not there")
  func refusals() async throws {
    try await Served.with { served async throws in
      #expect(try await served.command(app, "tap A").status == 404)
      #expect(try await served.get("/token/apps/\(app)/commands?after=0").status == 404)
      _ = try await served.events(app, after: 0, [header()], allowing: "settled")
      #expect(try await served.command(app, "tap A").status == 409)
      #expect(try await served.command(app, "").status == 400)
      #expect(try await served.command(app, "settled\\nsettled").status == 400)
      for _ in 1...100 { #expect(try await served.command(app, "settled").status == 202) }
      #expect(try await served.command(app, "settled").status == 503)
    }
  }
}

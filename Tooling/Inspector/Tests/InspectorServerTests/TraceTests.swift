import Foundation
import InspectorServer
import NavigationRuntime
import Testing

@Suite("Traces on their way from apps to pages")
struct TraceTests {
  @Test("A page gets an app's events in order, from the beginning and as they come")
  func order() async throws {
    try await Served.with { served async throws in
      #expect(try await served.events(app, after: 0, [header()] + notes(1...2)).status == 200)
      let page = try await Stream(port: served.port, app: app)
      let apps = await page.next()
      #expect(apps?.name == "apps")
      #expect(apps?.data[0].contains("\"name\":\"Films\"") == true)
      #expect(await page.next() == Stream.Event(name: "start", id: "\(app):0", data: [header()]))
      #expect(await page.next() == Stream.Event(name: "lines", id: "\(app):2", data: notes(1...2)))
      let more = try await served.events(app, after: 2, notes(3...4))
      #expect(more.body == "{\"received\":4}")
      #expect(await page.next("lines")?.data == notes(3...4))
      page.close()
    }
  }

  @Test("A gap is refused with the last number, and what is there already is left out")
  func gap() async throws {
    try await Served.with { served async throws in
      let unknown = try await served.events(app, after: 5, notes(6...7))
      #expect(unknown.status == 409)
      #expect(unknown.body == "{\"received\":0}")
      _ = try await served.events(app, after: 0, [header()] + notes(1...3))
      let gap = try await served.events(app, after: 5, notes(6...7))
      #expect(gap.status == 409)
      #expect(gap.body == "{\"received\":3}")
      #expect(try await served.events(app, after: 1, notes(2...5)).body == "{\"received\":5}")
      let page = try await Stream(port: served.port, app: app)
      #expect(await page.lines(to: 5, of: app) == notes(1...5))
      page.close()
    }
  }

  @Test("A page that connects again goes on where it was")
  func resumption() async throws {
    try await Served.with { served async throws in
      _ = try await served.events(app, after: 0, [header()] + notes(1...5))
      let page = try await Stream(port: served.port, app: app, lastID: "\(app):3")
      _ = await page.next("apps")
      #expect(await page.next() == Stream.Event(name: "lines", id: "\(app):5", data: notes(4...5)))
      page.close()
      for lastID in ["\(otherApp):3", "3", "\(app):x", ""] {
        let page = try await Stream(port: served.port, app: app, lastID: lastID)
        #expect(await page.next("start")?.data == [header()])
        page.close()
      }
    }
  }

  @Test("After a restart of the server a page goes on as soon as the app is back")
  func restart() async throws {
    let port = try await Served.with { served async throws in
      _ = try await served.events(app, after: 0, [header()] + notes(1...3))
      return served.port
    }
    try await Served.with(port: port) { served async throws in
      let page = try await Stream(port: port, app: app, lastID: "\(app):3")
      #expect(await page.next() == Stream.Event(name: "apps", data: ["[]"]))
      #expect(try await served.events(app, after: 3, [note(4)]).status == 409)
      _ = try await served.events(app, after: 0, [header()] + notes(1...4))
      #expect(await page.next("lines")?.data == [note(4)])
      page.close()
    }
  }

  @Test("The oldest events are dropped, and the trees follow them")
  func dropping() async throws {
    let root = NavigationTree.Node(id: 1, name: "Window", kind: .window)
    var opened = TraceEvent(number: 1, time: 0, kind: .windowOpened)
    opened.window = 1
    let tree = try NavigationTree(root)
    opened.tree = tree
    let lines = TraceArchive(events: [opened]).jsonLines.split(separator: "\n").map(String.init)
    var limits = Hub.Limits()
    limits.trace.lines = 8
    try await Served.with(limits: limits) { served async throws in
      _ = try await served.events(app, after: 0, lines + notes(2...9))
      let page = try await Stream(port: served.port, app: app)
      let start = try #require(await page.next("start"))
      let archive = try TraceArchive(jsonLines: start.data[0])
      #expect(archive.droppedCount == 2)
      #expect(archive.windows.map(\.window) == [1])
      #expect(archive.windows.first?.tree == tree)
      #expect(await page.next("lines")?.data == notes(3...9))
      page.close()
      // What the page has is no longer followed by what is kept.
      let old = try await Stream(port: served.port, app: app, lastID: "\(app):1")
      #expect(await old.next("start") != nil)
      old.close()
    }
  }

  @Test("A reader that takes nothing is disconnected, and the app goes on")
  func slowReader() async throws {
    var limits = Hub.Limits()
    limits.trace.bytes = 1_000_000
    try await Served.with(limits: limits) { served async throws in
      _ = try await served.events(app, after: 0, [header()])
      let slow = try await Stream(port: served.port, app: app)
      let quick = try await Stream(port: served.port, app: app)
      _ = await slow.next("start")
      // More than the buffers of the connection hold.
      let text = String(repeating: "x", count: 500_000)
      for number in 1...40 {
        let line = "{\"kind\":\"note\",\"n\":\(number),\"subject\":\"\(text)\",\"t\":0}"
        let answer = try await served.events(app, after: number - 1, [line])
        #expect(answer.body == "{\"received\":\(number)}")
        let event = await quick.next("lines")
        #expect(event?.id == "\(app):\(number)")
      }
      var last: String?
      while let event = await slow.next() { last = event.id ?? last }
      #expect(last != "\(app):40")
      quick.close()
    }
  }

  @Test("A connection that takes nothing is ended, also if all of its events are kept")
  func deadReader() async throws {
    var limits = Hub.Limits()
    limits.trace.bytes = 100_000_000
    try await Served.with(limits: limits, patience: 0) { served async throws in
      _ = try await served.events(app, after: 0, [header()])
      let dead = try await Stream(port: served.port, app: app)
      _ = await dead.next("start")
      let text = String(repeating: "x", count: 500_000)
      for number in 1...40 {
        let line = "{\"kind\":\"note\",\"n\":\(number),\"subject\":\"\(text)\",\"t\":0}"
        _ = try await served.events(app, after: number - 1, [line])
      }
      var last: String?
      while let event = await dead.next() { last = event.id ?? last }
      #expect(last != "\(app):40")
    }
  }

  @Test("Several apps and pages at once: each page gets its app's events alone")
  func several() async throws {
    try await Served.with { served async throws in
      _ = try await served.events(app, after: 0, [header()] + notes(1...2))
      _ = try await served.events(otherApp, after: 10, [header(dropped: 10)] + notes(11...12))
      let list = try await Stream(port: served.port)
      let apps = try #require(await list.next())
      #expect(apps.data[0].contains(app) && apps.data[0].contains(otherApp))
      let first = try await Stream(port: served.port, app: app)
      let second = try await Stream(port: served.port, app: otherApp)
      #expect(await first.lines(to: 2, of: app) == notes(1...2))
      #expect(await second.lines(to: 12, of: otherApp) == notes(11...12))
      _ = try await served.events(app, after: 2, [note(3)])
      #expect(await first.next("lines")?.data == [note(3)])
      _ = try await served.events(otherApp, after: 12, [note(13)])
      #expect(await second.next("lines")?.data == [note(13)])
      for page in [list, first, second] { page.close() }
    }
  }

  @Test("An app that is silent is not connected, and is forgotten in the end")
  func silence() async throws {
    let time = Time()
    try await Served.with(now: { time.now }) { served async throws in
      _ = try await served.events(app, after: 0, [header()], allowing: "tap")
      let page = try await Stream(port: served.port)
      #expect(await page.next()?.data[0].contains("\"connected\":true") == true)
      time.now = 20
      await served.hub.tick()
      #expect(await page.next()?.data[0].contains("\"connected\":false") == true)
      #expect(try await served.command(app, "tap A").status == 404)
      _ = try await served.events(app, after: 0, [note(1)], allowing: "tap")
      #expect(await page.next()?.data[0].contains("\"connected\":true") == true)
      time.now = 1_000
      await served.hub.tick()
      var event = await page.next()
      while event?.data != ["[]"], event != nil { event = await page.next() }
      #expect(event?.data == ["[]"])
      page.close()
    }
  }

  @Test("An app whose connection ends while it waits for commands has gone")
  func crash() async throws {
    try await Served.with { served async throws in
      _ = try await served.events(app, after: 0, [header()], allowing: "tap")
      let list = try await Stream(port: served.port)
      #expect(await list.next()?.data[0].contains("\"connected\":true") == true)
      let client = try await RawClient(port: served.port)
      let target = "/token/apps/\(app)/commands?after=0"
      try await client.send(Exchange.request("GET", target, port: served.port, [:], Data()))
      client.close()
      #expect(await list.next("apps")?.data[0].contains("\"connected\":false") == true)
      _ = try await served.events(app, after: 0, [note(1)], allowing: "tap")
      #expect(await list.next("apps")?.data[0].contains("\"connected\":true") == true)
      list.close()
    }
  }

  @Test("An app that has left stays gone, whatever arrives late")
  func leaving() async throws {
    try await Served.with { served async throws in
      let target = "/token/apps/\(app)"
      let missing = try await Exchange.make("DELETE", target, port: served.port)
      #expect(missing.status == 404)
      _ = try await served.events(app, after: 0, [header(), note(1)], allowing: "tap")
      async let waiting = served.get("\(target)/commands?after=0")
      let left = try await Exchange.make("DELETE", target, port: served.port)
      #expect(left.status == 200)
      // Answered without commands, or not at all if it came after the end.
      let status = try await waiting.status
      #expect(status == 200 || status == 404)
      #expect(try await served.events(app, after: 1, [note(2)], allowing: "tap").status == 200)
      #expect(try await served.get("\(target)/commands?after=0").status == 404)
      #expect(try await served.command(app, "tap A").status == 404)
      let page = try await Stream(port: served.port, app: app)
      #expect(await page.next()?.data[0].contains("\"connected\":false") == true)
      #expect(await page.lines(to: 2, of: app) == notes(1...2))
      page.close()
    }
  }

  /// A time that the test sets.
  private final class Time: @unchecked Sendable {
    private let lock = NSLock()
    private var value: TimeInterval = 0

    var now: TimeInterval {
      get { lock.withLock { value } }
      set { lock.withLock { value = newValue } }
    }
  }
}

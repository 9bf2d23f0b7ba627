import Foundation
import InspectorServer
import Testing

@Suite("Many apps at once")
struct LoadTests {
  /// With `INSPECTOR_LOAD_SECONDS=60`, a minute of 1,000 events a second from each app; without, as
  /// fast as the server takes them.
  static let seconds =
    ProcessInfo.processInfo.environment["INSPECTOR_LOAD_SECONDS"].flatMap { Int($0) }
  static let eventCount = seconds.map { $0 * 1_000 } ?? 2_000
  static let appCount = 50
  static let batch = 500

  /// An app, which at its rate sends a batch when the last event of that has happened.
  private static func send(to port: UInt16, _ app: String) async throws {
    let client = try await RawClient(port: port)
    defer { client.close() }
    var next = 1
    let clock = SuspendingClock()
    let start = clock.now
    while next <= eventCount {
      let last = min(next + batch - 1, eventCount)
      if seconds != nil { try await clock.sleep(until: start + .milliseconds(last)) }
      var lines = (next...last).map { number in
        "{\"cause\":\(number - 1),\"kind\":\"action\",\"n\":\(number),\"owner\":\"FilmsCore\","
          + "\"subject\":\"FilmsAction.filmsLoaded\",\"t\":\(Double(number) / 1000)}\n"
      }
      if next == 1 { lines.insert(header() + "\n", at: 0) }
      let target = "/token/apps/\(app)/events?name=Load&after=\(next - 1)&commands="
      try await client.send(
        Exchange.request(
          "POST", target, port: port, ["Connection": "keep-alive"], Data(lines.joined().utf8)))
      var answer = ""
      while !answer.hasSuffix("}") {
        guard let more = await client.receive() else { throw CancellationError() }
        answer += String(decoding: more, as: UTF8.self)
      }
      #expect(answer.hasSuffix("{\"received\":\(last)}"))
      next = last + 1
    }
  }

  @Test("Fifty apps send as much as they can: nothing is lost, and the memory is bounded")
  func load() async throws {
    let apps = (0..<Self.appCount).map { _ in UUID().uuidString }
    let started = ProcessInfo.processInfo.systemUptime
    try await Served.with { served async throws in
      // A page looks at one of them meanwhile, and misses nothing of it.
      let page = try await Stream(port: served.port, app: apps[0])
      async let shown = page.lines(to: Self.eventCount, of: apps[0]).count
      try await withThrowingTaskGroup(of: Void.self) { group in
        for app in apps { group.addTask { try await Self.send(to: served.port, app) } }
        try await group.waitForAll()
      }
      #expect(await shown == Self.eventCount)
      page.close()
      let list = try await Stream(port: served.port)
      let summary = await list.next()?.data[0] ?? ""
      let count = summary.components(separatedBy: "\"events\":\(Self.eventCount),").count - 1
      #expect(count == Self.appCount)
      list.close()
    }
    let seconds = ProcessInfo.processInfo.systemUptime - started
    let total = Self.eventCount * Self.appCount
    print(
      "\(Self.appCount) apps: \(total) events in \(seconds) s, "
        + "\(Int(Double(total) / seconds)) a second, \(Self.peakMemory ?? "unknown") at most")
  }

  /// The most memory of the process so far, where the system tells.
  private static var peakMemory: String? {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.map { $0.dropFirst(6).trimmingCharacters(in: .whitespaces) }
  }
}

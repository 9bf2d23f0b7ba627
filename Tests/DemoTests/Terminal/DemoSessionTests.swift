import DemoKit
import NavigationRuntime
import Testing

@MainActor
struct DemoSessionTests {
  @Test("Keys are the user's moves in a trace, as lines of a story and without secrets")
  func trace() async throws {
    let world = SampleWorld()
    let trace = world.app.context.startTrace()
    let session = DemoSession(world.app)
    for key in [.text("kim@example.com"), .enter, .text("secret"), .enter] as [TerminalKey] {
      await session.press(key)
    }
    await session.press(.enter)
    let moves = trace.events.filter { $0.kind == .user }
    #expect(
      moves.map(\.subject) == [
        "type \"kim@example.com\" into \"Email\"", "type \"••••••\" into \"Password\"",
        "tap \"Log in\"",
      ])
    let change = try #require(trace.events.last { $0.kind == .tree })
    let known = Dictionary(uniqueKeysWithValues: trace.events.map { ($0.number, $0) })
    let causes = sequence(first: change) { $0.cause.flatMap { known[$0] } }
    #expect(causes.contains { $0.number == moves.last?.number })
  }
}

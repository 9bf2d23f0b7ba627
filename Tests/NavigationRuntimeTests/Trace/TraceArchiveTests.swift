import NavigationRuntime
import Testing

@Suite("The archive of a trace")
struct TraceArchiveTests {
  private static let header = #"{"dropped":0,"navigationTrace":1,"windows":[]}"#

  @Test("A file that cannot be read names the line")
  func damaged() {
    func line(_ text: String) -> Int? {
      do {
        _ = try TraceArchive(jsonLines: text)
        return nil
      } catch {
        return (error as? TraceError)?.line
      }
    }
    #expect(line("") == 1)
    #expect(line("hello") == 1)
    #expect(line(#"{"dropped":0,"navigationTrace":2,"windows":[]}"#) == 1)
    #expect(line(Self.header) == nil)
    #expect(line(Self.header + "\n{}") == 2)
    #expect(line(Self.header + "\r\n\r\n{}\r\n") == 3)
    #expect(line(Self.header + "\r\n" + #"{"n":1,"t":0,"kind":"note"}"# + "\r\n") == nil)
    #expect(line(Self.header + "\n" + #"{"n":1,"t":0,"kind":"note"}"# + "\n{\"n\":") == 3)
    #expect(line(" \t\n" + Self.header + "\n  \r\n") == nil)
  }

  @Test("The version of another file is named")
  func version() {
    let error = #expect(throws: TraceError.self) {
      try TraceArchive(jsonLines: #"{"navigationTrace":2,"pages":[]}"#)
    }
    #expect(error?.description == "Line 1: The file has version 2, not 1.")
  }

  @Test("Kinds and fields of later versions do not prevent reading")
  func later() throws {
    let archive = try TraceArchive(
      jsonLines: Self.header + "\n" + #"{"n":1,"t":0,"kind":"dream","of":0,"color":"red"}"#)
    #expect(archive.events.map(\.kind.rawValue) == ["dream"])
  }

  @Test("A change that does not fit its tree changes nothing")
  func strange() throws {
    let tree = try NavigationTree(.screen(NavigationNodeID(rawValue: 1), "Home"))
    var event = TraceEvent(number: 1, time: 0, kind: .tree)
    event.window = 1
    event.change = .popped(
      [.screen(NavigationNodeID(rawValue: 3), "Film")], from: NavigationNodeID(rawValue: 2))
    let archive = TraceArchive(windows: [.init(window: 1, tree: tree)], events: [event])
    #expect(archive.trees(after: 1) == [1: tree])
  }
}

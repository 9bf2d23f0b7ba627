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

  @Test("A tree that is too deep for a file is left out, and everything else is read back")
  func deep() throws {
    func chain(_ count: UInt64, from start: UInt64) -> NavigationTree.Node {
      var node = NavigationTree.Node.screen(NavigationNodeID(rawValue: start), "Lowest")
      for id in start + 1..<start + count {
        node = .screen(NavigationNodeID(rawValue: id), "Modal").presenting(node)
      }
      return node
    }
    func event(_ number: Int, _ kind: TraceEvent.Kind, in window: Int?) -> TraceEvent {
      var event = TraceEvent(number: number, time: 0, kind: kind)
      event.window = window
      return event
    }
    let home = NavigationNodeID(rawValue: 1)
    let tree = try NavigationTree(.screen(home, "Home"))
    let deepest = try NavigationTree(chain(200, from: 1_000))
    let tooDeep = try NavigationTree(chain(201, from: 2_000))
    var opened = event(1, .windowOpened, in: 4)
    opened.tree = tooDeep
    var presented = event(2, .tree, in: 1)
    presented.change = .presented(chain(201, from: 3_000), over: home)
    var later = event(3, .tree, in: 1)
    later.change = .presented(.screen(NavigationNodeID(rawValue: 2), "Film"), over: home)
    let archive = TraceArchive(
      windows: [
        .init(window: 1, tree: tree), .init(window: 2, tree: deepest),
        .init(window: 3, tree: tooDeep),
      ],
      events: [opened, presented, later, event(4, .note, in: nil)])

    let read = try TraceArchive(jsonLines: archive.jsonLines)
    #expect(read.windows.map(\.window) == [1, 2])
    #expect(read.events.map(\.number) == [1, 2, 3, 4])
    #expect(read.events[2] == later)
    #expect(read.trees(after: 0) == [1: tree, 2: deepest])
    // The unknown change is not skipped: the later one would lead to a wrong tree.
    #expect(read.trees(after: 4) == [2: deepest])
  }
}

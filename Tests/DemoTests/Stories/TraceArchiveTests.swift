import DemoKit
import NavigationRuntime
import Testing

@MainActor
struct TraceArchiveTests {
  private let tree = SampleApplication().store.tree

  private func event(
    _ number: Int, _ time: Double, cause: Int? = nil, work: Int? = nil, window: Int? = nil
  ) -> TraceEvent {
    var event = TraceEvent(number: number, time: time, kind: .tree, cause: cause, subject: nil)
    event.work = work
    event.window = window
    return event
  }

  @Test("An archive goes on with another one: its numbers, times and windows follow")
  func append() {
    var archive = TraceArchive(
      droppedCount: 5, windows: [.init(window: 2, tree: tree)], events: [event(6, 1.5, window: 1)])
    archive.append(
      TraceArchive(events: [event(1, 0.1, window: 1), event(2, 0.2, cause: 1, work: 1)]))
    archive.append(TraceArchive())
    #expect(archive.droppedCount == 5)
    #expect(archive.windows.map(\.window) == [2])
    #expect(
      archive.events == [
        event(6, 1.5, window: 1), event(7, 1.6, window: 3), event(8, 1.7, cause: 7, work: 7),
      ])
  }

  @Test("Nothing older is kept before an archive that has dropped events")
  func appendAfterDropping() {
    var archive = TraceArchive(events: [event(1, 0, window: 1), event(2, 1)])
    archive.append(
      TraceArchive(
        droppedCount: 3, windows: [.init(window: 1, tree: tree)], events: [event(4, 2, cause: 2)]))
    #expect(archive.droppedCount == 5)
    #expect(archive.windows.map(\.window) == [2])
    #expect(archive.events == [event(6, 3, cause: 4)])
  }
}

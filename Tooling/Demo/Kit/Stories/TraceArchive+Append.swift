import NavigationRuntime

extension TraceArchive {
  /// Adds the events of another trace, which began when this one ended.
  ///
  /// Numbers and times continue those of this archive, and a window of the other trace is another
  /// window. If the other trace has dropped events, it has dropped all of this archive before.
  package mutating func append(_ next: TraceArchive) {
    let count = events.last?.number ?? droppedCount
    let start = events.last?.time ?? 0
    let windowCount = (windows.map(\.window) + events.compactMap(\.window)).max() ?? 0
    if next.droppedCount > 0 {
      droppedCount = count + next.droppedCount
      windows = next.windows.map { Window(window: windowCount + $0.window, tree: $0.tree) }
      events = []
    }
    events += next.events.map { event in
      var event = event
      event.number += count
      // In microseconds, as in a trace.
      event.time = ((start + event.time) * 1_000_000).rounded() / 1_000_000
      event.cause = event.cause.map { $0 + count }
      event.work = event.work.map { $0 + count }
      event.window = event.window.map { $0 + windowCount }
      return event
    }
  }
}

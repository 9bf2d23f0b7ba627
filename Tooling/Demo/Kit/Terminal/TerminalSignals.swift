import Foundation

/// Observes the signals that concern a terminal, until it is stopped.
@MainActor
final class TerminalSignals {
  private let sources: [any DispatchSourceSignal]

  /// The signals that would end the process without restoring the terminal.
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  init(_ handler: @escaping @MainActor (Int32) -> Void) {
    // The sources receive a signal even while the process ignores it.
    for number in Self.ending { signal(number, SIG_IGN) }
    sources = (Self.ending + [SIGWINCH, SIGCONT]).map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { handler(number) } }
      source.activate()
      return source
    }
  }

  func stop() {
    for source in sources { source.cancel() }
    for number in Self.ending { signal(number, SIG_DFL) }
  }
}

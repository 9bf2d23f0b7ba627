import Foundation

/// Hears the signals that concern a terminal, until it is stopped.
@MainActor
final class TerminalSignals {
  private let sources: [any DispatchSourceSignal]

  /// What would end the process without giving the terminal back.
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  init(_ handler: @escaping @MainActor (Int32) -> Void) {
    // The sources hear a signal also while the process ignores it.
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

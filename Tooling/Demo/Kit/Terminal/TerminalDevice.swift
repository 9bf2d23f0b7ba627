import Foundation

/// A terminal that the program takes over and gives back as it was.
@MainActor
public final class TerminalDevice {
  let input: Int32
  private let output: Int32
  private var original: termios?
  /// How many bytes have been written.
  package private(set) var byteCount = 0
  /// How often bytes have been read.
  package private(set) var readCount = 0

  /// Makes a device of two open files; they stay the caller's.
  ///
  /// - Parameters:
  ///   - input: Where keys come from.
  ///   - output: Where the picture goes.
  public init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    self.input = input
    self.output = output
  }

  /// Whether both ends are a terminal.
  public var isTerminal: Bool { isatty(input) == 1 && isatty(output) == 1 }

  /// The columns and rows; 80 and 24 if the terminal does not say.
  public var size: (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Takes the terminal over: keys arrive one by one, and the screen is the program's.
  ///
  /// - Returns: Whether it is a terminal, and could be taken over.
  func open() -> Bool {
    var attributes = termios()
    guard isTerminal, tcgetattr(input, &attributes) == 0 else { return false }
    if original == nil { original = attributes }
    cfmakeraw(&attributes)
    guard tcsetattr(input, TCSANOW, &attributes) == 0 else { return false }
    write(TerminalPainter.enter)
    return true
  }

  /// Restores the terminal; typed bytes that have not been read are discarded.
  func close() {
    guard var attributes = original else { return }
    original = nil
    write(TerminalPainter.leave)
    tcflush(input, TCIFLUSH)
    tcsetattr(input, TCSANOW, &attributes)
  }

  /// Reads the bytes that have arrived; empty at the end of the input, `nil` if there are none now.
  func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = Foundation.read(input, &bytes, bytes.count)
    if count < 0 { return errno == EINTR || errno == EAGAIN ? nil : [] }
    readCount += 1
    return Array(bytes.prefix(count))
  }

  /// Returns when the input has ended or cannot be read; what comes before is discarded.
  ///
  /// A thread of its own reads until then. A dispatch source would not do: on Linux it reports the
  /// end of neither `/dev/null` nor a pipe that is closed with data in it.
  func inputEnded() async {
    await withCheckedContinuation { [input] continuation in
      Thread.detachNewThread {
        Self.discardInput(input)
        continuation.resume()
      }
    }
  }

  private nonisolated static func discardInput(_ file: Int32) {
    var bytes = [UInt8](repeating: 0, count: 1024)
    while true {
      let count = Foundation.read(file, &bytes, bytes.count)
      if count > 0 { continue }
      guard count < 0, errno == EINTR || errno == EAGAIN else { return }
      var ready = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, -1)
    }
  }

  /// Writes all of a text.
  ///
  /// - Returns: `false` if the terminal is gone.
  @discardableResult
  func write(_ text: String) -> Bool {
    if let error = Self.write(text, to: output) { return error != EIO && error != EPIPE }
    byteCount += text.utf8.count
    return true
  }

  /// Writes all of a text to a file, and waits as long as that is not ready for it.
  ///
  /// - Returns: The number of the error that has ended it; `nil` if there was none.
  public static func write(_ text: String, to file: Int32) -> Int32? {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
      let error = errno
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if error == EAGAIN {
        var ready = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
        poll(&ready, 1, -1)
      } else if error != EINTR {
        return error
      }
    }
    return nil
  }
}

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

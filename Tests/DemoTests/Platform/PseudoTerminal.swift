#if !canImport(UIKit) && !os(watchOS)
import Foundation

// Where UIKit is, nobody has a terminal, and a test may not start a process.

/// A terminal whose user is a test.
@MainActor
final class PseudoTerminal {
  /// What comes out of the terminal.
  private enum Output: Sendable {
    case bytes([UInt8])
    /// The program at the other end has ended; there may be more to read.
    case programEnd
    /// Everything has been read.
    case close
  }

  struct Fault: Error {
    var text: String
  }

  /// The end that a program has.
  let programEnd: Int32
  private let userEnd: Int32
  private var width: Int
  private var height: Int
  private var isOpen = true
  private let output: AsyncStream<Output>
  private let outputEnd: AsyncStream<Output>.Continuation
  private(set) var received: [UInt8] = []
  /// How many bytes the user has typed.
  private(set) var typedCount = 0

  init(width: Int, height: Int) throws {
    self.width = width
    self.height = height
    var ends: (user: Int32, program: Int32) = (-1, -1)
    var size = winsize(
      ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&ends.user, &ends.program, nil, nil, &size) == 0 else {
      throw Fault(text: "There is no pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    (userEnd, programEnd) = ends
    // A program that is started gets the ends it is given and no others.
    _ = fcntl(userEnd, F_SETFD, FD_CLOEXEC)
    _ = fcntl(programEnd, F_SETFD, FD_CLOEXEC)
    (output, outputEnd) = AsyncStream.makeStream(of: Output.self)
    let outputEnd = outputEnd
    let userEnd = userEnd
    // A thread that waits for what comes, and not on the main actor: a program that writes there
    // must not wait for itself. It ends when the other end has been closed by everybody.
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(userEnd, &bytes, bytes.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        outputEnd.yield(.bytes(Array(bytes.prefix(count))))
      }
      close(userEnd)
      outputEnd.yield(.close)
    }
  }

  deinit {
    if isOpen { close(programEnd) }
  }

  /// Says how large the terminal is.
  func resize(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    var size = winsize(
      ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(userEnd, UInt(TIOCSWINSZ), &size)
  }

  /// Types on the keyboard.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    typedCount += bytes.count
    _ = bytes.withUnsafeBytes { write(userEnd, $0.baseAddress, $0.count) }
  }

  /// What is shown now, by what has been received.
  var picture: TerminalPicture { TerminalPicture(of: received, width: width, height: height) }

  /// Receives until something is so.
  ///
  /// - Returns: Whether it is; `false` if the program has ended before.
  func receive(until isSo: (PseudoTerminal) -> Bool) async -> Bool {
    if isSo(self) { return true }
    for await element in output {
      guard case .bytes(let bytes) = element else { return isSo(self) }
      received += bytes
      if isSo(self) { return true }
    }
    return isSo(self)
  }

  /// To be called when the program has ended.
  nonisolated func programDidEnd() {
    outputEnd.yield(.programEnd)
  }

  /// Receives the rest of what a program has written that has ended.
  func receiveRest() async {
    isOpen = false
    close(programEnd)
    for await element in output {
      switch element {
      case .bytes(let bytes): received += bytes
      case .programEnd: continue
      case .close: return
      }
    }
  }

  /// How the terminal treats what is typed and written, as numbers that can be compared.
  var attributes: [UInt64] {
    var attributes = termios()
    guard tcgetattr(programEnd, &attributes) == 0 else { return [] }
    return [
      UInt64(attributes.c_iflag), UInt64(attributes.c_oflag), UInt64(attributes.c_cflag),
      UInt64(attributes.c_lflag),
    ]
  }
}
#endif

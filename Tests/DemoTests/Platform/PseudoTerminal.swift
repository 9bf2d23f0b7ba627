#if !canImport(UIKit) && !os(watchOS)
import Foundation

// Platforms with UIKit have no terminal, and forbid a test to start a process.

/// A terminal whose user is a test.
@MainActor
final class PseudoTerminal {
  /// The output of the terminal.
  private enum Output: Sendable {
    case bytes([UInt8])
    /// The program at the other end has ended; unread output may remain.
    case programEnd
    /// All output has been read.
    case close
  }

  struct Fault: Error {
    var text: String
  }

  /// The end for the program.
  let programEnd: Int32
  private let userEnd: Int32
  private var width: Int
  private var height: Int
  private var isOpen = true
  private let output: AsyncStream<Output>
  private let outputEnd: AsyncStream<Output>.Continuation
  private(set) var received: [UInt8] = []
  /// The number of bytes that the user has typed.
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
    // A program that is started inherits only the ends that it is given.
    _ = fcntl(userEnd, F_SETFD, FD_CLOEXEC)
    _ = fcntl(programEnd, F_SETFD, FD_CLOEXEC)
    (output, outputEnd) = AsyncStream.makeStream(of: Output.self)
    let outputEnd = outputEnd
    let userEnd = userEnd
    // This thread waits for the output, apart from the main actor: a program that writes there must
    // not wait for itself. It ends when all copies of the other end are closed.
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

  /// Changes the size of the terminal.
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

  /// The picture after the received bytes.
  var picture: TerminalPicture { TerminalPicture(of: received, width: width, height: height) }

  /// Receives until a condition holds.
  ///
  /// - Returns: Whether it holds; `false` if the program ended before.
  func receive(until isSo: (PseudoTerminal) -> Bool) async -> Bool {
    if isSo(self) { return true }
    for await element in output {
      guard case .bytes(let bytes) = element else { return isSo(self) }
      received += bytes
      if isSo(self) { return true }
    }
    return isSo(self)
  }

  /// Marks the end of the program.
  nonisolated func programDidEnd() {
    outputEnd.yield(.programEnd)
  }

  /// Receives the rest of the output of a program that has ended.
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

  /// The terminal's modes for input and output, as comparable numbers.
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

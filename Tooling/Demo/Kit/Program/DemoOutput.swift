import Foundation

/// The standard output of the program, until it cannot be written.
@MainActor
final class DemoOutput {
  private let writeText: (String) throws -> Void
  private var error: (any Error)?

  init(_ write: @escaping (String) throws -> Void) {
    writeText = write
  }

  /// Writes a text, unless an earlier one could not be written.
  func write(_ text: String) {
    guard error == nil else { return }
    do { try writeText(text) } catch { self.error = error }
  }

  /// The reason for which the output is incomplete; `nil` also if its reader has closed the pipe.
  var problem: String? {
    guard let error else { return nil }
    #if os(Linux)
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error
    let cause = (underlying ?? error) as NSError
    guard cause.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return cause.code == EPIPE ? nil : "\(String(cString: strerror(Int32(cause.code))))."
    #else
    return error.localizedDescription
    #endif
  }
}

extension Data {
  /// Writes to a file, or to the one that a symbolic link leads to.
  ///
  /// A regular file is replaced at once, as a whole; pipes and devices stay what they are.
  func write(toTargetOf path: String) throws {
    let url = URL(fileURLWithPath: path)
    #if os(Linux)
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      try write(to: url.resolvingSymlinksInPath(), options: .atomic)
    } else {
      try write(to: url)
    }
    #else
    try write(to: url.resolvingSymlinksInPath(), options: .atomic)
    #endif
  }
}

import Foundation

/// The standard output of the program, until it cannot be written.
@MainActor
final class DemoOutput {
  private let writeText: (String) -> Int32?
  private var error: Int32?

  init(_ write: @escaping (String) -> Int32?) {
    writeText = write
  }

  /// Writes a text, unless an earlier one could not be written.
  func write(_ text: String) {
    if error == nil { error = writeText(text) }
  }

  /// The reason for which the output is incomplete; `nil` also if its reader has closed the pipe.
  var problem: String? {
    guard let error, error != EPIPE else { return nil }
    return "\(String(cString: strerror(error)))."
  }
}

extension Data {
  /// Writes to a file, or to the one that a symbolic link leads to.
  ///
  /// A regular file is replaced at once, as a whole; pipes and devices stay what they are.
  func write(toTargetOf path: String) throws {
    let url = URL(fileURLWithPath: path)
    let target = url.resolvingSymlinksInPath()
    let attributes = try? FileManager.default.attributesOfItem(atPath: target.path)
    if attributes?[.type] as? FileAttributeType == .typeRegular {
      try write(to: target, options: .atomic)
    } else {
      try write(to: url)
    }
  }
}

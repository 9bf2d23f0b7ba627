import Foundation

/// A failure found by a test tool, with the source location of the call that found it.
///
/// A test records it at that location; with Swift Testing:
///
/// ```swift
/// func record(_ failure: TestFailure) {
///   let location = failure.location(SourceLocation.init(fileID:filePath:line:column:))
///   Issue.record("\(failure)", sourceLocation: location)
/// }
/// ```
public struct TestFailure: Error, Sendable, Equatable {
  /// The fact, with its values.
  public var text: String
  package let call: CallLocation

  /// Makes a test framework's source location.
  ///
  /// - Parameter make: The initialiser of its type, such as Swift Testing's `SourceLocation`;
  ///   called with file identifier, file path, line and column.
  /// - Returns: The source location of the call.
  public func location<Location>(
    _ make: (_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) -> Location
  ) -> Location {
    make(call.fileID, call.filePath, call.line, call.column)
  }

  /// Writes a failure to standard error and stops the process.
  ///
  /// - Parameter failure: The failure.
  @Sendable
  public static func stop(_ failure: TestFailure) {
    let text = "\(failure.call.fileID):\(failure.call.line): \(failure)"
    // An optimised build omits the text of a trap.
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    preconditionFailure(text)
  }
}

extension TestFailure: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

/// The source location of a call, for a later failure.
package struct CallLocation: Sendable, Equatable {
  /// The file of the call, with its module.
  package let fileID: String
  /// The path of the call's file, as the compiler received it.
  package let filePath: String
  package let line: Int
  package let column: Int

  package init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  package func failure(_ text: String) -> TestFailure {
    TestFailure(text: text, call: self)
  }
}

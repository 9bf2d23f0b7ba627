import Foundation

/// A failure that a tool for tests has found, with the place of the call that found it.
///
/// A test records it where it belongs; with Swift Testing:
///
/// ```swift
/// func record(_ failure: TestFailure) {
///   let place = failure.location(SourceLocation.init(fileID:filePath:line:column:))
///   Issue.record("\(failure)", sourceLocation: place)
/// }
/// ```
public struct TestFailure: Error, Sendable, Equatable {
  /// What is wrong, with the values.
  public var text: String
  /// The file of the call, with its module.
  public var fileID: String
  /// The file of the call, as the compiler was given it.
  public var filePath: String
  /// The line of the call.
  public var line: Int
  /// The column of the call.
  public var column: Int

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - text: What is wrong, with the values.
  ///   - fileID: The file of the call, with its module.
  ///   - filePath: The file of the call, as the compiler was given it.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public init(
    _ text: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    self.text = text
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// Makes what a test framework calls a place in the sources.
  ///
  /// - Parameter make: The initialiser of its type, as that of Swift Testing's `SourceLocation`;
  ///   gets file identifier, file path, line and column.
  /// - Returns: The place of the call.
  public func location<Location>(
    _ make: (_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) -> Location
  ) -> Location {
    make(fileID, filePath, line, column)
  }

  /// Writes a failure to standard error and stops the process.
  ///
  /// - Parameter failure: The failure.
  @Sendable
  public static func stop(_ failure: TestFailure) {
    let text = "\(failure.fileID):\(failure.line): \(failure)"
    // An optimised build leaves the text of a trap out.
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    preconditionFailure(text)
  }
}

extension TestFailure: CustomStringConvertible {
  /// The text.
  public var description: String { text }
}

/// The place of a call, on its way to a failure.
package struct CallPlace: Sendable {
  private let fileID: String
  private let filePath: String
  private let line: Int
  private let column: Int

  package init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// A failure that the call has found.
  package func failure(_ text: String) -> TestFailure {
    TestFailure(text, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}

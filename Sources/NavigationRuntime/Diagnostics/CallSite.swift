/// The line of code on which a call was made.
package struct CallSite: Sendable, Equatable {
  package var fileID: String
  package var line: UInt

  package init(_ fileID: String, _ line: UInt) {
    self.fileID = fileID
    self.line = line
  }
}

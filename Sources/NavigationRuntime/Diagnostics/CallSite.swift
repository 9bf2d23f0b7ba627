/// The source location of a call.
package struct CallSite: Sendable, Equatable {
  package var fileID: String
  package var line: UInt

  package init(_ fileID: String, _ line: UInt) {
    self.fileID = fileID
    self.line = line
  }
}

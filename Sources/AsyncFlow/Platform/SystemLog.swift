#if !canImport(os)
import Foundation

/// Writes a line to standard error, which stands in for the system's log where there is none.
@MainActor
func writeToSystemLog(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
#endif

#if !canImport(os)
import Foundation

/// Writes a line to standard error, where there is no system log.
@MainActor
func writeToSystemLog(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
}
#endif

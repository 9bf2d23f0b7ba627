#if canImport(os)
import os

@MainActor
func writeToSystemLog(_ text: String) {
  os_log("%{public}@", log: OSLog(subsystem: "AsyncFlow", category: "navigation"), text)
}
#else
import Foundation

/// Standard error stands in for the system's log where there is none.
@MainActor
func writeToSystemLog(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
#endif

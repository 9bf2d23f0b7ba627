#if canImport(os)
import os

/// Writes a line to the system's log.
@MainActor
func writeToSystemLog(_ text: String) {
  os_log("%{public}@", log: OSLog(subsystem: "AsyncFlow", category: "navigation"), text)
}
#endif

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import Acceptance
import AppKit

/// Runs all tests for AppKit, each in a window of its own, and prints a line for each.
@main
enum AcceptanceOnMac {
  @MainActor
  static func main() {
    let app = NSApplication.shared
    // A program without a bundle has no windows in front otherwise.
    app.setActivationPolicy(.regular)
    app.activate(ignoringOtherApps: true)
    // Begins with the app's loop, and ends the program.
    let work = Task { await runAll() }
    app.run()
    work.cancel()
  }

  @MainActor
  private static func runAll() async {
    var failures = 0
    for acceptance in Acceptance.all {
      let host = MacHost()
      await host.settle()
      let run = await acceptance.run(in: host)
      host.close()
      if !run.faults.isEmpty { failures += 1 }
      report("\(acceptance) \(run.result)")
    }
    report("end of \(Acceptance.all.count) tests")
    exit(failures == 0 ? 0 : 1)
  }

  /// Prints a line at once, also into a pipe.
  ///
  /// A test that crashes or is ended would otherwise take along the lines of those before it.
  private static func report(_ line: String) {
    FileHandle.standardOutput.write(Data("acceptance: \(line)\n".utf8))
  }
}
#endif

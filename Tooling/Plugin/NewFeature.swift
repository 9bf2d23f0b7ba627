import Foundation
import PackagePlugin

/// Runs `Tooling/new-feature` in the package of its user: `swift package new-feature --help`.
@main
struct NewFeature: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("new-feature")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [script.path] + arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    // The script has said what is wrong.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}

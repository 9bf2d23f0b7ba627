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
    // Paths are relative to the folder of the call. One outside the package, such as Xcode's, is
    // nothing that the caller has in mind.
    let package = context.package.directoryURL
    let current = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let isInside = current.resolvingSymlinksInPath().path
      .hasPrefix(package.resolvingSymlinksInPath().path + "/")
    process.currentDirectoryURL = isInside ? current : package
    try process.run()
    process.waitUntilExit()
    // The script has said what is wrong.
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}

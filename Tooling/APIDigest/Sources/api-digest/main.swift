import APIDigest
import Foundation

// api-digest MODULE FOLDER APPLE-FOLDER: prints the digest of a module whose symbol graphs are in a
// folder, and of what it has besides on Apple's platforms, whose graphs are in the other.

func digest(of module: String, in folder: String) throws -> Digest {
  let folder = URL(fileURLWithPath: folder)
  let files = try FileManager.default.contentsOfDirectory(
    at: folder, includingPropertiesForKeys: nil)
  let graphs = files.filter {
    $0.lastPathComponent == "\(module).symbols.json"
      || $0.lastPathComponent.hasPrefix("\(module)@")
  }
  guard !graphs.isEmpty else {
    throw CocoaError(
      .fileNoSuchFile,
      userInfo: [NSLocalizedDescriptionKey: "no graph of \(module) in \(folder.path)"])
  }
  return try Digest(graphs: graphs.map { try Data(contentsOf: $0) })
}

guard CommandLine.arguments.count == 4 else {
  FileHandle.standardError.write(Data("api-digest: say MODULE FOLDER APPLE-FOLDER\n".utf8))
  exit(2)
}
let module = CommandLine.arguments[1]
do {
  let plain = try digest(of: module, in: CommandLine.arguments[2])
  var apple = try digest(of: module, in: CommandLine.arguments[3])
  apple.subtract(plain)
  print("The public API of \(module); Tooling/api-digest --update writes this file.\n")
  print(plain.text, terminator: "")
  if !apple.isEmpty {
    print("\n\nWhere Apple's frameworks are, as far as Tooling/PlatformChecks has stand-ins:\n")
    print(apple.text, terminator: "")
  }
} catch {
  FileHandle.standardError.write(Data("api-digest: \(error)\n".utf8))
  exit(1)
}

import APIDigest
import Foundation

// api-digest MODULE FOLDER [PLACE FOLDER]...: prints the digest of a module from the folder of its
// symbol graphs, then the additions of each further build, described by PLACE, from its own folder.

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

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count >= 2, arguments.count.isMultiple(of: 2) else {
  FileHandle.standardError.write(Data("usage: api-digest MODULE FOLDER [PLACE FOLDER]...\n".utf8))
  exit(2)
}
let pairs = stride(from: 1, to: CommandLine.arguments.count, by: 2).map {
  (CommandLine.arguments[$0], CommandLine.arguments[$0 + 1])
}
let (module, folder) = pairs[0]
do {
  let plain = try digest(of: module, in: folder)
  print("The public API of \(module); Tooling/api-digest --update writes this file.\n")
  print(plain.text, terminator: "")
  for (place, folder) in pairs.dropFirst() {
    var more = try digest(of: module, in: folder)
    more.subtract(plain)
    guard !more.isEmpty else { continue }
    print("\n\nBesides, \(place):\n")
    print(more.text, terminator: "")
  }
} catch {
  FileHandle.standardError.write(Data("api-digest: \(error)\n".utf8))
  exit(1)
}

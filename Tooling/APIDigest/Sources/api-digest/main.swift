import APIDigest
import Foundation

// api-digest MODULE FOLDER [PLACE FOLDER]...: prints the digest of a module from the folder of its
// symbol graphs, then the additions of further builds, described by PLACE, from their own folders:
// first what all of them add, then each one's.

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
  try? FileHandle.standardError.write(
    contentsOf: Data("usage: api-digest MODULE FOLDER [PLACE FOLDER]...\n".utf8))
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
  var places = try pairs.dropFirst().map { place, folder in
    var more = try digest(of: module, in: folder)
    more.subtract(plain)
    return (name: place, digest: more)
  }
  if var shared = places.first?.digest, places.count > 1 {
    for place in places.dropFirst() { shared.formIntersection(place.digest) }
    for index in places.indices { places[index].digest.subtract(shared) }
    places.insert((places.map(\.name).joined(separator: " and "), shared), at: 0)
  }
  for (name, digest) in places where !digest.isEmpty {
    print("\n\nBesides, with the stand-ins of \(name):\n")
    print(digest.text, terminator: "")
  }
} catch {
  try? FileHandle.standardError.write(contentsOf: Data("api-digest: \(error)\n".utf8))
  exit(1)
}

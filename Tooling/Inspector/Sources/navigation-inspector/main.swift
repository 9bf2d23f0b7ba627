import Foundation
import InspectorServer

let usage = """
  Usage: navigation-inspector [OPTION]...

  Serves the Inspector's page on this computer, for apps that are running.

  Options:
    --port NUMBER   the port, 8790 by default; 0 for any that is free
    --token TEXT    a part of the address, which only those may know who may look;
                    by default another one each time
    --page FOLDER   the folder with the page
    --help          print this text

  """

func fail(_ text: String) -> Never {
  try? FileHandle.standardError.write(contentsOf: Data("navigation-inspector: \(text)\n".utf8))
  exit(2)
}

let defaultPort: UInt16 = 8790
var port = defaultPort
var token = UUID().uuidString.lowercased()
var page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().appendingPathComponent("Page", isDirectory: true)

var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  if argument == "--help" {
    print(usage, terminator: "")
    exit(0)
  }
  guard ["--port", "--token", "--page"].contains(argument) else {
    fail("There is no option \(argument). Try --help.")
  }
  guard let value = arguments.popFirst() else { fail("\(argument) needs a value.") }
  switch argument {
  case "--port":
    guard let number = UInt16(value) else { fail("\(value) is no port.") }
    port = number
  case "--token":
    let isPlain = value.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
    guard isPlain, !value.isEmpty else { fail("A token has letters, digits and - only.") }
    token = value
  default: page = URL(fileURLWithPath: value, isDirectory: true)
  }
}

guard FileManager.default.fileExists(atPath: page.appendingPathComponent("index.html").path) else {
  fail("\(page.path) has no index.html.")
}

do {
  let server = try InspectorServer(port: port, token: token, page: page)
  let text = """
    The Inspector is at \(server.address)
    An app connects with InspectorConnection, the demo with --inspect and this address.

    """
  // At once, also into a file.
  try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  try await server.run()
} catch let error as PortInUse {
  fail(
    "Port \(error.port) is in use by another program; choose another one with --port"
      + (error.port == defaultPort ? "." : ", or leave it out."))
} catch {
  fail("The server has ended. \(error)")
}

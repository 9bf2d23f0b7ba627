import Foundation

let usage = """
  Usage: swift run navigation-demo

  Plays a story on the headless platform: code and user take turns in an app with
  tabs, stacks, a sheet and an alert. After each move it prints who did what, what
  became of it, what changed, and the tree of what is on screen.

  Options:
    -h, --help   Print this text.
  """

let arguments = CommandLine.arguments.dropFirst()
if let unknown = arguments.first(where: { !["-h", "--help"].contains($0) }) {
  let message = "navigation-demo: unknown argument '\(unknown)'\n\n\(usage)\n"
  FileHandle.standardError.write(Data(message.utf8))
  exit(2)
}
if arguments.isEmpty {
  exit(await Story().play() ? 0 : 1)
}
print(usage)

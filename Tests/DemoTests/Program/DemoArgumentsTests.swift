import DemoKit
import Testing

struct DemoArgumentsTests {
  @Test("Parses every option, in each spelling")
  func options() throws {
    let plain = try DemoArguments([])
    #expect(plain.framework == .asyncflow)
    #expect(plain.source == nil)
    #expect(plain.usesColor)
    let all = try DemoArguments([
      "--framework", "coreflow", "--story=a b.story", "--screens", "--no-color", "-h",
    ])
    #expect(all.framework == .coreflow)
    #expect(all.source == .file("a b.story"))
    #expect(all.showsScreens && !all.usesColor && all.wantsHelp)
    #expect(try DemoArguments(["--json"]).isJSON)
    #expect(try DemoArguments(["-f", "CoreFlow", "-s", "-"]).source == .file("-"))
    #expect(try DemoArguments(["--tour"]).source == .tour)
    #expect(plain.archive == nil)
    #expect(try DemoArguments(["--resume", "a.json"]).archive == "a.json")
    #expect(try DemoArguments(["-r", "b"]).archive == "b")
    #expect(plain.trace == nil)
    #expect(try DemoArguments(["--trace=a.jsonl"]).trace == "a.jsonl")
    #expect(try DemoArguments(["-t", "b"]).trace == "b")
    let address = "http://127.0.0.1:8790/token/"
    #expect(plain.inspector == nil)
    #expect(try DemoArguments(["--inspect", address]).inspector?.absoluteString == address)
    #expect(try DemoArguments(["-i", address]).inspector?.absoluteString == address)
  }

  @Test(
    "Rejects an unknown argument with a suggestion",
    arguments: [
      (["--framwork", "x"], "There is no option --framwork. Did you mean \"--framework\"?"),
      (
        ["--framework", "rxflow"],
        "\"rxflow\" is not a framework of the demo. There are: \"asyncflow\", \"coreflow\"."
      ),
      (
        ["--framework", "corflow"],
        "\"corflow\" is not a framework of the demo. Did you mean \"coreflow\"?"
      ),
      (["--framework"], "--framework requires asyncflow or coreflow."),
      (["--story", "--json"], "--story requires a file, or - for the input."),
      (["--story="], "--story requires a file, or - for the input."),
      (["--resume"], "--resume requires a file."),
      (["--resume", "-"], "--resume requires a file."),
      (["--trace=-"], "--trace requires a file."),
      (
        ["--resume", "a", "--trace", "./b/../a"],
        "--trace and --resume require a file each; both have \"a\"."
      ),
      (
        ["--story", "a", "--resume", "a"],
        "--story and --resume require a file each; both have \"a\"."
      ),
      (["--resum", "a"], "There is no option --resum. Did you mean \"--resume\"?"),
      (["--inspect"], "--inspect requires the address of the Inspector."),
      (
        ["--inspect", "8790"],
        "\"8790\" is no address. navigation-inspector prints one, http://…."
      ),
      (["--json=yes"], "--json takes no value."),
      (["--tour", "--story", "a"], "One story or the tour can be played at a time."),
      (["a.story"], "\"a.story\" is no argument. Play a story with --story FILE."),
      ([""], "\"\" is no argument. Play a story with --story FILE."),
      (["-x"], "There is no option -x."),
      (
        ["--json", "--screens"],
        "--json has no pictures; its moves have the elements of the screen instead."
      ),
    ])
  func faults(arguments: [String], text: String) {
    #expect(throws: DemoArguments.Fault(text: text)) { try DemoArguments(arguments) }
  }

  @Test("The help fits into 80 columns and lists every word of a story")
  func usage() {
    let lines = DemoArguments.usage.split(separator: "\n")
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 80 })
    for entry in StoryVocabulary.all { #expect(DemoArguments.usage.contains(entry.usage)) }
  }
}

import DemoKit
import Testing

@MainActor
@Suite("The same app with both frameworks")
struct StoryTests {
  @Test(
    "does in each story what the user expects, with the same tree after each step",
    arguments: Stories.names)
  func story(_ name: String) async throws {
    let story = try Stories.story(name)
    let pair = AppPair()
    await pair.settle()
    for (index, line) in story.lines.enumerated() {
      let next = index + 1 < story.lines.count ? story.lines[index + 1] : nil
      let problems = await pair.perform(
        line, of: story.file, settling: !(next?.isMeanwhile ?? false))
      guard problems.isEmpty else {
        Issue.record("\(name):\(line.number): \(line.text)\n\(problems.joined(separator: "\n"))")
        break
      }
    }
    let alive = await pair.end()
    #expect(alive.isEmpty, "\(alive)")
  }

  @Test("has stories enough")
  func count() {
    #expect(Stories.names.count >= 40)
  }
}

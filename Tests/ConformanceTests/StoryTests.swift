import DemoKit
import Testing

@MainActor
@Suite("The same app with both frameworks")
struct StoryTests {
  @Test(
    "Each story holds in both apps, with the same tree after each line",
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

  @Test("There are at least 40 stories")
  func count() {
    #expect(Stories.names.count >= 40)
  }
}

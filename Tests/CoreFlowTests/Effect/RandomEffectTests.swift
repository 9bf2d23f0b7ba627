import CoreFlow
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Random effects")
struct RandomEffectTests {
  @Test("Effects that are written in other words with the same meaning do the same, and all end")
  func otherWords() async {
    for seed in RunLength.seeds(200) {
      var author = EffectAuthor(seed: seed)
      var editor = EffectAuthor(seed: seed &+ 1)
      let worlds = [EffectWorld(), EffectWorld()]
      var events: [String] = []
      let programs = (0..<3).map { _ in author.makeProgram(depth: 4) }
      for _ in 0..<12 {
        var pause = 0.0
        switch author.generator.next(below: 4) {
        case 0, 1:
          let program = programs[author.generator.next(below: 3)]
          events.append("perform \(program)")
          worlds[0].perform(author.write(program, for: worlds[0].log, varied: false))
          worlds[1].perform(editor.write(program, for: worlds[1].log, varied: true))
          // Time passes, so that no two deadlines are equal.
          pause = author.makeSeconds() / 100
        case 2 where !worlds[0].handles.isEmpty && author.generator.happens(percent: 40):
          let index = author.generator.next(below: worlds[0].handles.count)
          events.append("cancel \(index)")
          for world in worlds { world.handles[index].cancel() }
        default:
          pause = author.makeSeconds()
          events.append("advance \(pause)")
        }
        for world in worlds { await world.settle() }
        for world in worlds { await world.advance(by: pause) }
        if worlds.allSatisfy(\.log.isAmbiguous) { break }
        guard worlds[0].log.spans == worlds[1].log.spans, worlds[0].ends == worlds[1].ends else {
          let difference = zip(worlds[0].log.spans, worlds[1].log.spans).prefix { $0 == $1 }.count
          let tails = worlds.map { "\($0.log.spans.dropFirst(difference)), ended: \($0.ends)" }
          Issue.record("seed \(seed): \(tails.joined(separator: "\n")) after \(events)")
          return
        }
      }
      for world in worlds {
        await world.advance(by: 1000)
        #expect(world.ends.allSatisfy { $0 }, "seed \(seed): \(events)")
        #expect(world.log.clock.sleeperCount == 0, "seed \(seed): \(events)")
        #expect(world.releasesCore, "seed \(seed): \(events)")
      }
    }
  }
}

import Foundation
import TestSupport
import Testing

@MainActor
@Suite("Random effects beside a model")
struct EffectModelTests {
  @Test("Effects do what a slow model does")
  func model() async {
    for seed in RunLength.seeds(300) {
      var author = EffectAuthor(seed: seed)
      let world = EffectWorld()
      let model = EffectModel()
      var events: [String] = []
      let programs = (0..<3).map { _ in author.makeProgram(depth: 3) }
      for _ in 0..<10 {
        var pause = 0.0
        switch author.generator.next(below: 4) {
        case 0, 1:
          let program = programs[author.generator.next(below: 3)]
          events.append("perform \(program)")
          world.perform(author.write(program, for: world.log, varied: false))
          model.perform(program)
          // Time passes, so that no two deadlines are equal.
          pause = author.makeSeconds() / 100
        case 2 where !world.handles.isEmpty && author.generator.happens(percent: 40):
          let index = author.generator.next(below: world.handles.count)
          events.append("cancel \(index)")
          world.handles[index].cancel()
          model.handles[index].cancel()
        default:
          pause = author.makeSeconds()
          events.append("advance \(pause)")
        }
        await world.settle()
        model.settle()
        await world.advance(by: pause)
        model.advance(by: pause)
        if world.log.isAmbiguous { break }
        guard world.log.spans == model.spans, world.ends == model.ends else {
          let difference = zip(world.log.spans, model.spans).prefix { $0 == $1 }.count
          Issue.record(
            """
            seed \(seed): \(world.log.spans.dropFirst(difference)), ended: \(world.ends)
            model: \(model.spans.dropFirst(difference)), ended: \(model.ends)
            after \(events)
            """)
          return
        }
      }
    }
  }
}

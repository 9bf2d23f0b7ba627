import AsyncFlow
import Testing

@MainActor
@Test func aTapShowsTheFilm() async {
  let scenario = FlowScenario {
    let location = $0.location(SourceLocation.init(fileID:filePath:line:column:))
    Issue.record("\($0)", sourceLocation: location)
  }
  let flow = FilmFlow()
  await scenario.start(flow, with: OneStepper(FilmStep.list))
  await scenario.act { flow.list.rowTapped(at: 1) }
  #expect(scenario.tree.visibleLeaf.name == "Film")

  await scenario.act { _ = flow.navigation.userDidTapBack() }
  #expect(scenario.tree.visibleLeaf.name == "FilmList")
}

@MainActor
@Test func aRatingIsGivenOrNot() async {
  let scenario = FlowScenario {
    let location = $0.location(SourceLocation.init(fileID:filePath:line:column:))
    Issue.record("\($0)", sourceLocation: location)
  }
  let flow = FilmFlow()
  flow.coordinator = scenario.coordinator
  await scenario.start(flow, with: OneStepper(FilmStep.list))

  await scenario.act { flow.list.steps.send(FilmStep.rate) }
  await scenario.act { flow.rating.steps.send(RatingStep.rated(5)) }
  #expect(flow.stars == .value(5))
  #expect(flow.navigation.presentedViewController == nil)

  await scenario.act { flow.list.steps.send(FilmStep.rate) }
  await scenario.act { _ = flow.navigation.presentedViewController?.userDidPullDown() }
  #expect(flow.stars == .userLeft)
}

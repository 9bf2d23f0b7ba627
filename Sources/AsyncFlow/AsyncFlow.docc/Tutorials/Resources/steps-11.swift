import AsyncFlow
import Foundation
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

@MainActor
@Test func theFilmIsShownAgainAfterARestart() async throws {
  let data = try await placeOfAFilm()

  let scenario = FlowScenario {
    let location = $0.location(SourceLocation.init(fileID:filePath:line:column:))
    Issue.record("\($0)", sourceLocation: location)
  }
  let flow = FilmFlow()
  await scenario.start(flow, with: OneStepper(FilmStep.list))
  let place = try NavigationPlace(data: data)
  await scenario.act { scenario.coordinator.startJourney(to: place, animated: false) }
  #expect(scenario.tree.visibleLeaf.name == "Film")

  await scenario.act { _ = flow.navigation.userDidTapBack() }
  #expect(scenario.tree.visibleLeaf.name == "FilmList")
}

/// The place of a user who has tapped a row; nothing of the app stays.
@MainActor
private func placeOfAFilm() async throws -> Data {
  let scenario = FlowScenario {
    let location = $0.location(SourceLocation.init(fileID:filePath:line:column:))
    Issue.record("\($0)", sourceLocation: location)
  }
  let flow = FilmFlow()
  await scenario.start(flow, with: OneStepper(FilmStep.list))
  await scenario.act { flow.list.rowTapped(at: 1) }
  return try scenario.coordinator.place.data()
}

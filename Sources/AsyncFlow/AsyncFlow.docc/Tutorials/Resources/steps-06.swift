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

import AsyncFlow
import Testing

@MainActor
@Test func aTapShowsTheFilm() async {
  let scenario = FlowScenario { message, _, _ in Issue.record("\(message)") }
  let flow = FilmFlow()
  await scenario.start(flow, with: OneStepper(FilmStep.list))
  await scenario.act { flow.list.rowTapped(at: 1) }
  #expect(scenario.tree.visibleLeaf.name == "Film")
}

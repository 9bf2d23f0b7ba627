import AsyncFlow

final class FilmListViewModel: FlowStepper {
  @Steps var steps
  let titles = ["Playtime", "Trafic", "Parade"]

  func rowTapped(at index: Int) {
    steps.send(FilmStep.film(id: index))
  }
}

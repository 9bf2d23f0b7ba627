import CoreFlow

nonisolated enum FilmListPlace: Codable, Hashable {
  case film(name: String)
}

final class FilmListFlow: Flow<FilmListCore, FilmListScreen>, FilmListRouting, PlaceRouting {
  override func createCore() -> FilmListCore {
    let core = FilmListCore(initialState: FilmListState())
    core.router = self
    return core
  }

  override func createScreen() -> FilmListScreen { FilmListScreen(reactor: core) }

  func routeToFilm(named name: String) {
    attach(FilmFlow(name: name), by: .push, as: .film(name: name))
  }

  func attachChild(for place: FilmListPlace) async {
    switch place {
    case .film(let name): routeToFilm(named: name)
    }
  }
}

import CoreFlow

final class FilmListFlow: Flow<FilmListCore, FilmListScreen>, FilmListRouting {
  override func createCore() -> FilmListCore {
    let core = FilmListCore(initialState: FilmListState())
    core.router = self
    return core
  }

  override func createScreen() -> FilmListScreen { FilmListScreen(reactor: core) }

  func routeToFilm(named name: String) {
    attach(FilmFlow(name: name), by: .push)
  }
}

import CoreFlow

final class FilmListFlow: Flow<FilmListCore, FilmListScreen> {
  override func createCore() -> FilmListCore {
    FilmListCore(initialState: FilmListState())
  }

  override func createScreen() -> FilmListScreen { FilmListScreen(reactor: core) }
}

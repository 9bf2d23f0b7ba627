import CoreFlow

final class FilmListFlow: Flow<FilmListCore, FilmListScreen>, FilmListRouting {
  let navigation = HeadlessNavigationController()

  override func createCore() -> FilmListCore {
    let core = FilmListCore(initialState: FilmListState())
    core.router = self
    return core
  }

  override func createScreen() -> FilmListScreen {
    let screen = FilmListScreen(reactor: core)
    navigation.setViewControllers([screen], animated: false)
    return screen
  }

  override var representative: any Presentable {
    _ = screen
    return navigation
  }

  func routeToFilm(named name: String) {
    attach(FilmFlow(name: name), by: .push)
  }
}

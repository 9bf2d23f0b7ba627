import CoreFlow

final class FilmListFlow: Flow<FilmListCore, FilmListScreen> {
  private let navigation = HeadlessNavigationController()

  override func createCore() -> FilmListCore {
    FilmListCore(initialState: FilmListState())
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
}

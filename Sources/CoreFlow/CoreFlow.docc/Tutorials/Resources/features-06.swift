import CoreFlow

final class FilmCore: Core<Never, String> {}

final class FilmScreen: HeadlessScreen<FilmCore> {}

final class FilmFlow: Flow<FilmCore, FilmScreen> {
  private let name: String

  init(name: String) {
    self.name = name
    super.init()
  }

  override func createCore() -> FilmCore { FilmCore(initialState: name) }

  override func createScreen() -> FilmScreen { FilmScreen(reactor: core) }
}

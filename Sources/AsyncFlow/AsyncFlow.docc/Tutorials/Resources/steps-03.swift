import AsyncFlow

final class FilmListViewController: PlatformViewController {}

final class FilmViewController: PlatformViewController {}

import AsyncFlow

final class FilmListViewController: HeadlessViewController {}

final class FilmViewController: HeadlessViewController {}

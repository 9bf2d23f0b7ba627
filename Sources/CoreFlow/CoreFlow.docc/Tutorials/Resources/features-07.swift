import CoreFlow

enum FilmListAction: Equatable {
  case load
  case loaded([String])
  case rowTapped(Int)
}

struct FilmListState: Equatable {
  var isLoading = false
  var titles: [String] = []
}

@MainActor
protocol FilmListRouting: AnyObject {
  func routeToFilm(named name: String)
}

final class FilmListCore: Core<FilmListAction, FilmListState> {
  weak var router: (any FilmListRouting)?
  var titles: @Sendable () async -> [String] = { ["Playtime", "Trafic"] }

  override func reduce(
    state: inout FilmListState, action: FilmListAction
  ) -> Effect<FilmListAction> {
    switch action {
    case .load:
      state.isLoading = true
      return .run { [titles] send in await send(.loaded(await titles())) }
    case .loaded(let titles):
      state.isLoading = false
      state.titles = titles
      return .none
    case .rowTapped(let index):
      router?.routeToFilm(named: state.titles[index])
      return .none
    }
  }
}

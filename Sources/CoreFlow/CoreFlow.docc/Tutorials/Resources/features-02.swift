import CoreFlow

enum FilmListAction: Equatable {
  case load
  case loaded([String])
}

struct FilmListState: Equatable {
  var isLoading = false
  var titles: [String] = []
}

final class FilmListCore: Core<FilmListAction, FilmListState> {
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
    }
  }
}

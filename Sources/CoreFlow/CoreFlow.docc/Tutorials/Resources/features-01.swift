import CoreFlow

enum FilmListAction: Equatable {
  case load
  case loaded([String])
}

struct FilmListState: Equatable {
  var isLoading = false
  var titles: [String] = []
}

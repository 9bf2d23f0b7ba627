import AsyncFlow

enum FilmStep: Step, Equatable {
  case list
  case film(id: Int)
  case rate
}

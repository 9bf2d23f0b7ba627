import AsyncFlow

enum FilmStep: Step, Equatable, Codable {
  case list
  case film(id: Int)
  case rate
}

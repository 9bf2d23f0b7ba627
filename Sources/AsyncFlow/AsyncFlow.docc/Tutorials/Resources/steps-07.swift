import AsyncFlow

enum RatingStep: Step, Equatable {
  case start
  case rated(Int)
}

final class RatingFlow: Flow {
  let screen = HeadlessViewController()
  var root: any Presentable { screen }

  func navigate(to step: RatingStep) async -> FlowContributors {
    switch step {
    case .start: .none
    case .rated(let stars): .finish(stars)
    }
  }
}

import AsyncFlow

final class FilmFlow: Flow {
  let navigation = HeadlessNavigationController()
  let list = FilmListViewModel()
  let rating = DefaultStepper()
  weak var coordinator: FlowCoordinator?
  private(set) var stars: FlowResult<Int>?
  var root: any Presentable { navigation }

  func navigate(to step: FilmStep) async -> FlowContributors {
    switch step {
    case .list:
      let screen = FilmListViewController()
      navigation.pushViewController(screen, animated: false)
      return .one(.contribute(presentable: screen, stepper: list))
    case .film:
      navigation.pushViewController(FilmViewController(), animated: true)
      return .none
    case .rate:
      guard let coordinator else { return .unhandled }
      let child = RatingFlow()
      navigation.present(child.screen, animated: true)
      stars = await coordinator.result(of: child, with: rating, as: Int.self)
      child.screen.presentingViewController?.dismiss(animated: true)
      return .none
    }
  }
}

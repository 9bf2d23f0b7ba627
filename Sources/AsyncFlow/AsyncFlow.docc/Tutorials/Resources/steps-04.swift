import AsyncFlow

final class FilmFlow: Flow {
  let navigation = HeadlessNavigationController()
  let list = FilmListViewModel()
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
      return .unhandled
    }
  }
}

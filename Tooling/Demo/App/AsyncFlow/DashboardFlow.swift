import AsyncFlow
import DemoKit
import DemoShared

enum DashboardStep: Step, Codable, Equatable {
  case home
  case feature(Feature)
  case permissionRequired(Feature)
  case permissionRefused(Feature)
  case news(String)
  case newsRead
  case letters
}

/// The features of the app, some of which need the user's permission.
@MainActor
final class DashboardFlow: Flow {
  var root: any Presentable { navigationController }
  let navigationController = DemoNavigationController().named("Dashboard")
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
    navigationController.tabBarItem.title = "Dashboard"
  }

  func adapt(step: DashboardStep) async -> DashboardStep? {
    switch step {
    case .feature(let feature):
      return await services.permissions.isGranted(feature) ? step : .permissionRequired(feature)
    default: return step
    }
  }

  func navigate(to step: DashboardStep) async -> FlowContributors {
    switch step {
    case .home: return showHome()
    case .feature(let feature): return show(feature)
    case .permissionRequired(let feature): return askForPermission(feature)
    case .permissionRefused(let feature):
      navigationController.setViewControllers(screensWithoutQuestion(for: feature), animated: true)
      return .none
    case .news(let text): return showNews(text)
    case .newsRead:
      // News that come meanwhile wait for the end of the sheet.
      await services.context.perform(.dismiss, on: navigationController)
      return .none
    case .letters: return showLetters()
    }
  }

  private func showHome() -> FlowContributors {
    let screen = ModelScreen(
      "Home",
      PageViewModel(Pages.home) { event in
        switch event {
        case .feature(let index): DashboardStep.feature(Feature.all[index])
        case .letters: DashboardStep.letters
        }
      })
    navigationController.setViewControllers([screen], animated: false)
    // News that arrive while the dashboard is hidden wait for it, and only the latest do.
    return .multiple(
      screen.contributor,
      .contribute(presentable: screen, stepper: NewsStepper(services.news))
        .whenHidden(.latestOnly).whenCovered(.hold))
  }

  private func show(_ feature: Feature) -> FlowContributors {
    guard !navigationController.goBack(to: feature.name) else { return .none }
    let screen = ModelScreen(feature.name, PageViewModel(Pages.feature(feature)))
    navigationController.setViewControllers(
      screensWithoutQuestion(for: feature) + [screen], animated: true)
    return .one(screen.contributor)
  }

  /// The screens of the stack without the question for a permission.
  private func screensWithoutQuestion(for feature: Feature) -> [DemoViewController] {
    navigationController.viewControllers.filter {
      $0.restorationIdentifier != "Permission \(feature.id)"
    }
  }

  private func askForPermission(_ feature: Feature) -> FlowContributors {
    guard !navigationController.goBack(to: "Permission \(feature.id)") else { return .none }
    let permissions = services.permissions
    let screen = ModelScreen(
      "Permission \(feature.id)",
      PageViewModel(Pages.permission(for: feature)) { event in
        guard event == .allow else { return DashboardStep.permissionRefused(feature) }
        permissions.grant(feature)
        return DashboardStep.feature(feature)
      })
    navigationController.pushViewController(screen, animated: true)
    return .one(screen.contributor)
  }

  /// Whether a sheet is there: there is one at a time.
  ///
  /// A step is handled when nothing moves, so a sheet that is leaving has left, or has come back.
  private var hasSheet: Bool { navigationController.presentedViewController != nil }

  /// Shows the letters in front of the tabs, whichever of them is selected by now.
  private func showLetters() -> FlowContributors {
    guard !hasSheet else { return .unhandled }
    let letters = LettersFlow()
    let presenter = navigationController.tabBarController ?? navigationController
    presenter.present(letters.navigationController, animated: true)
    return .one(.contribute(presentable: letters, stepper: OneStepper(.show(.a))))
  }

  private func showNews(_ text: String) -> FlowContributors {
    guard !hasSheet else { return .unhandled }
    let screen = ModelScreen(
      "News", PageViewModel(Pages.news(text)) { _ in DashboardStep.newsRead })
    navigationController.present(screen, animated: true)
    return .one(screen.contributor)
  }
}

/// Turns news into steps.
@MainActor
final class NewsStepper: FlowStepper {
  @Steps<DashboardStep> var steps
  private var news: Cancellation?

  init(_ service: NewsService) {
    news = service.published.sink { [steps] in steps.send(.news($0)) }
  }
}

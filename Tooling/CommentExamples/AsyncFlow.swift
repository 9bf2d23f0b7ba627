// What the examples in the comments of AsyncFlow take for granted.
import AsyncFlow
import Foundation
import Testing

enum AppStep: Step, Equatable, Codable { case launch, main }
enum AuthStep: Step { case loginCompleted }
enum CheckoutStep: Step { case cart }
enum ColorStep: Step { case start }
enum LoginStep: Step { case register }
enum MovieStep: Step, Equatable, Codable { case movieList, movieDetail(id: Int) }
enum ProfileStep: Step { case color }
struct Color: Sendable {}

final class AppFlow: Flow {
  let window: HeadlessWindow
  var root: any Presentable { window }
  init(window: HeadlessWindow) { self.window = window }
  func navigate(to step: AppStep) async -> FlowContributors { .none }
}

final class CheckoutFlow: Flow {
  let root: any Presentable = HeadlessViewController()
  func navigate(to step: CheckoutStep) async -> FlowContributors { .none }
}

final class ColorFlow: Flow {
  let root: any Presentable = HeadlessViewController()
  func navigate(to step: ColorStep) async -> FlowContributors { .none }
}

final class MovieFlow: Flow {
  let root: any Presentable = PlatformNavigationController()
  func navigate(to step: MovieStep) async -> FlowContributors { .none }
}

final class MovieListViewModel: FlowStepper {
  @Steps var steps
  func movieTapped(id: Int) {}
}

final class MovieListViewController: HeadlessViewController {
  convenience init(viewModel: MovieListViewModel) { self.init(nibName: nil, bundle: nil) }
}

/// A flow of CoreFlow's.
@MainActor
struct Parent {
  enum Route { case present }
  func attach(_ child: any NavigationNode, by route: Route) {}
}

@MainActor let appFlow = AppFlow(window: window)
@MainActor let coordinator = FlowCoordinator()
@MainActor let flow = MovieFlow()
@MainActor let movieFlow = MovieFlow()
@MainActor let navigationController = PlatformNavigationController()
@MainActor let parent = Parent()
@MainActor let screen = HeadlessViewController()
@MainActor let tabBarController = PlatformTabBarController()
@MainActor let viewModel = MovieListViewModel()
@MainActor let watchedFlow = MovieFlow()
@MainActor let window = HeadlessWindow(platform: HeadlessPlatform())
let url = URL(fileURLWithPath: "/movies/1")

/// The examples are bodies of its methods.
@MainActor
final class Example {}

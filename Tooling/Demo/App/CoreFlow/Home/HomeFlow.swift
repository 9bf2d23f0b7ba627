import CoreFlow
import DemoKit
import DemoShared

/// The dashboard's tab.
final class HomeFlow: Flow<HomeCore, ContentScreen<HomeCore, Pages.HomeEvent>> {
  private let services: AppServices
  private weak var listener: (any HomeListener)?
  private lazy var stack = DemoNavigationController(rootViewController: screen).named("Dashboard")

  init(services: AppServices, listener: any HomeListener) {
    self.services = services
    self.listener = listener
    super.init()
  }

  override var representative: any Presentable {
    stack.tabBarItem.title = "Dashboard"
    return stack
  }

  override func createCore() -> HomeCore {
    let core = HomeCore(services: services)
    core.listener = listener
    core.router = self
    return core
  }

  override func createScreen() -> ContentScreen<HomeCore, Pages.HomeEvent> {
    let screen = ContentScreen("Home", reactor: core, content: \.content) { .user($0) }
    screen.observePresentation { [weak core] event in
      if case .visible(let isVisible) = event { core?.send(.visible(isVisible)) }
    }.store(in: &core.store)
    return screen
  }

  /// Shows a feature for a link: at once if it is in the stack already.
  func open(_ feature: Feature) {
    guard !goBack(to: feature.name, in: stack) else { return }
    core.send(.open(feature))
  }
}

extension HomeFlow: HomeRouting {
  func routeTo(_ feature: Feature) {
    guard !goBack(to: feature.name, in: stack) else { return }
    detachPermission(for: feature)
    attach(PageFlow(feature.name, Pages.feature(feature)), by: .push)
  }

  func routeToPermission(for feature: Feature) {
    let name = "Permission \(feature.id)"
    guard !goBack(to: name, in: stack) else { return }
    let page = PageFlow(name, Pages.permission(for: feature)) { [weak core] event in
      core?.send(.permission(feature, event))
    }
    attach(page, by: .push)
  }

  func detachPermission(for feature: Feature) {
    if let page = child("Permission \(feature.id)") { detach(page) }
  }

  func routeToNews(_ text: String) {
    attach(
      PageFlow("News", Pages.news(text)) { [weak core] _ in core?.send(.newsRead) }, by: .present)
  }

  func detachNews() {
    if let news = child("News") { detach(news) }
  }
}

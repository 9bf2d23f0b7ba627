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

  /// Shows a feature for a link: immediately, if it is in the stack already.
  func open(_ feature: Feature) {
    guard goBack(to: feature.name, in: stack) == nil else { return }
    core.send(.open(feature))
  }
}

extension HomeFlow: HomeRouting {
  func routeTo(_ feature: Feature) async {
    if let way = goBack(to: feature.name, in: stack) {
      await way.value()
      return
    }
    await detachPermission(for: feature)
    let page = PageFlow(feature.name, Pages.feature(feature))
    await attach(page, by: .push)?.value()
  }

  func routeToPermission(for feature: Feature) async {
    let name = "Permission \(feature.id)"
    if let way = goBack(to: name, in: stack) {
      await way.value()
      return
    }
    let page = PageFlow(name, Pages.permission(for: feature)) { [weak core] event in
      core?.send(.permission(feature, event))
    }
    await attach(page, by: .push)?.value()
  }

  func isAsking(for feature: Feature) -> Bool { child("Permission \(feature.id)") != nil }

  func detachPermission(for feature: Feature) async {
    guard let page = child("Permission \(feature.id)") else { return }
    await detach(page)?.value()
  }

  func routeToNews(_ text: String) async {
    // There is one sheet at a time.
    guard stack.presentedViewController == nil else { return }
    let page = PageFlow("News", Pages.news(text)) { [weak core] _ in core?.send(.newsRead) }
    await attach(page, by: .present)?.value()
  }

  func detachNews() async {
    guard let news = child("News") else { return }
    await detach(news)?.value()
  }
}

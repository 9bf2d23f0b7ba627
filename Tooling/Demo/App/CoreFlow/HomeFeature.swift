import CoreFlow
import DemoKit
import DemoShared

/// The dashboard's tab.
final class HomeFlow: Flow<HomeCore, ContentScreen<HomeCore, Pages.HomeEvent>> {
  private let services: AppServices
  private weak var listener: (any HomeListener)?
  private let stack = DemoNavigationController().named("Dashboard")

  init(services: AppServices, listener: any HomeListener) {
    self.services = services
    self.listener = listener
    super.init()
    stack.tabBarItem.title = "Dashboard"
    embedded(in: stack)
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
  func open(_ feature: Feature, for request: LinkRequest) {
    if goBack(to: feature.name, in: stack) == nil {
      core.send(.open(feature, request))
    } else {
      request.answer.open()
    }
  }
}

extension HomeFlow: HomeRouting {
  func routeTo(_ feature: Feature) async {
    if let way = goBack(to: feature.name, in: stack) {
      await way.value()
      return
    }
    await detachPermission(for: feature)
    // A link or a journey may have shown it meanwhile.
    guard child(feature.name) == nil else { return }
    let page = PageFlow(feature.name, Pages.feature(feature))
    await attach(page, by: .push, as: .feature(feature.id))?.value()
  }

  func routeToAllowed(_ feature: Feature) async {
    // A swipe back may be under way.
    guard let page = child("Permission \(feature.id)"),
      await detach(page)?.value() == .performed
    else { return }
    await routeTo(feature)
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
    await attach(page, by: .push, as: .permission(feature.id))?.value()
  }

  func isAsking(for feature: Feature) -> Bool { child("Permission \(feature.id)") != nil }

  func detachPermission(for feature: Feature) async {
    guard let page = child("Permission \(feature.id)") else { return }
    await detach(page)?.value()
  }

  func routeToNews(_ text: String) async {
    await context.scheduler(of: stack).transaction("news") {
      // The user or a link may have left the dashboard; then the news wait for it.
      if core.currentState.isVisible { await showNews(text) } else { core.send(.news(text)) }
    }
  }

  /// Shows news when nothing moves: a sheet that was leaving has left, or has come back.
  private func showNews(_ text: String) async {
    // There is one sheet at a time.
    guard stack.presentedViewController == nil else { return }
    let page = PageFlow("News", Pages.news(text)) { [weak core] _ in core?.send(.newsRead) }
    await attach(page, by: .present, as: .news(text))?.value()
  }

  func detachNews() async {
    guard let news = child("News") else { return }
    await detach(news)?.value()
  }
}

/// The pages over the dashboard, in places.
nonisolated enum HomePlace: Codable, Hashable {
  case feature(String)
  case permission(String)
  case news(String)
}

extension HomeFlow: PlaceRouting {
  /// Shows a feature as a tap would; without the permission, waits for the user's answer first.
  func attachChild(for place: HomePlace) async {
    switch place {
    case .feature(let id):
      guard let feature = Feature(id: id) else { return }
      if await !services.permissions.isGranted(feature) {
        await routeToPermission(for: feature)
        guard await isAllowed(feature) else { return }
      }
      await routeTo(feature)
    case .permission(let id):
      guard let feature = Feature(id: id) else { return }
      await routeToPermission(for: feature)
    case .news(let text):
      await context.scheduler(of: stack).transaction("news") { await showNews(text) }
    }
  }

  /// Waits for the end of the question, and returns whether the user has allowed the feature.
  private func isAllowed(_ feature: Feature) async -> Bool {
    guard let page = child("Permission \(feature.id)") else { return false }
    let answer = ActivityGate("the permission", context: context)
    let end = page.onEnd { _ in answer.open() }
    defer { end.cancel() }
    guard (try? await answer.wait()) != nil else { return false }
    return await services.permissions.isGranted(feature)
  }
}

@MainActor
protocol HomeListener: AnyObject {
  func homeWantsLetters(_ request: LinkRequest?) async
  /// Shows the dashboard: a link is about to show something there.
  func homeWantsToBeVisible() async
}

@MainActor
protocol HomeRouting: AnyObject {
  func routeTo(_ feature: Feature) async
  /// Shows a feature in place of the question for its permission, unless the user leaves that first.
  func routeToAllowed(_ feature: Feature) async
  func routeToPermission(for feature: Feature) async
  func isAsking(for feature: Feature) -> Bool
  func detachPermission(for feature: Feature) async
  func routeToNews(_ text: String) async
  func detachNews() async
}

enum HomeAction {
  case user(Pages.HomeEvent)
  case open(Feature, LinkRequest)
  case letters(LinkRequest)
  case permission(Feature, Pages.PermissionEvent)
  case news(String)
  case newsRead
  case checked(HomeTask, Feature, isGranted: Bool)
  case visible(Bool)
  case next
  case done
}

struct HomeState {
  /// The pending tasks, performed one after another: a check or a transition delays those behind
  /// it.
  var queue: [HomeTask] = []
  var isBusy = false
  var isVisible = false
  /// The latest news that came while the dashboard was hidden.
  var heldNews: String?

  @MainActor var content: Content<Pages.HomeEvent> { Pages.home }
}

enum HomeTask {
  case show(Feature, LinkRequest? = nil)
  /// Shows a feature because the user has allowed it, unless they have left the question since.
  case showAllowed(Feature)
  case refusePermission(Feature)
  case letters(LinkRequest?)
  case news(String)
  case newsRead
}

/// The features of the app, some of which need the user's permission.
final class HomeCore: Core<HomeAction, HomeState> {
  weak var listener: (any HomeListener)?
  weak var router: (any HomeRouting)?
  private let services: AppServices

  init(services: AppServices) {
    self.services = services
    super.init(initialState: HomeState())
  }

  override func didBecomeActive() {
    services.news.published.sink { [weak self] in self?.send(.news($0)) }.store(in: &store)
  }

  override func reduce(state: inout HomeState, action: HomeAction) -> Effect<HomeAction> {
    switch action {
    case .user(.feature(let index)): state.queue.append(.show(Feature.all[index]))
    case .user(.letters): state.queue.append(.letters(nil))
    case .open(let feature, let request): state.queue.append(.show(feature, request))
    case .letters(let request): state.queue.append(.letters(request))
    case .permission(let feature, .allow):
      services.permissions.grant(feature)
      state.queue.append(.showAllowed(feature))
    case .permission(let feature, .notNow): state.queue.append(.refusePermission(feature))
    case .news(let text): state.queue.append(.news(text))
    case .newsRead: state.queue.append(.newsRead)
    case .checked(.showAllowed, let feature, _) where router?.isAsking(for: feature) != true:
      state.isBusy = false
    case .checked(.show(_, let request?), let feature, let isGranted):
      return perform(&state) { [weak self] in
        await self?.show(feature, for: request, isGranted: isGranted)
      }
    case .checked(.showAllowed, let feature, true):
      return perform(&state) { [weak router] in await router?.routeToAllowed(feature) }
    case .checked(_, let feature, true):
      return perform(&state) { [weak router] in await router?.routeTo(feature) }
    case .checked(_, let feature, false):
      return perform(&state) { [weak router] in await router?.routeToPermission(for: feature) }
    case .done: state.isBusy = false
    case .visible(let isVisible):
      state.isVisible = isVisible
      if isVisible, let news = state.heldNews {
        state.heldNews = nil
        state.queue.insert(.news(news), at: 0)
      }
    case .next: return start(&state)
    }
    // A separate action, so that observers receive the change on screen before the next task.
    return .send(.next)
  }

  /// Starts the first pending task, unless one is being performed.
  private func start(_ state: inout HomeState) -> Effect<HomeAction> {
    guard !state.isBusy, !state.queue.isEmpty else { return .none }
    let task = state.queue.removeFirst()
    switch task {
    case .showAllowed(let feature) where router?.isAsking(for: feature) != true:
      return .send(.next)
    case .show(let feature, _), .showAllowed(let feature):
      state.isBusy = true
      return .run { @MainActor [services] send in
        let isGranted = await services.permissions.isGranted(feature)
        try Task.checkCancellation()
        await send(.checked(task, feature, isGranted: isGranted))
      }
    case .refusePermission(let feature):
      return perform(&state) { [weak router] in await router?.detachPermission(for: feature) }
    case .letters(let request):
      return perform(&state) { [weak listener] in await listener?.homeWantsLetters(request) }
    case .news(let text):
      guard state.isVisible else {
        state.heldNews = text
        return .send(.next)
      }
      return perform(&state) { [weak router] in await router?.routeToNews(text) }
    case .newsRead:
      return perform(&state) { [weak router] in await router?.detachNews() }
    }
  }

  /// Shows a feature for a link, whatever the user has done since; a question waits for the user.
  private func show(_ feature: Feature, for request: LinkRequest, isGranted: Bool) async {
    if !isGranted {
      await router?.routeToPermission(for: feature)
    } else {
      if request.isWanted { await listener?.homeWantsToBeVisible() }
      await router?.routeTo(feature)
    }
    request.answer.open()
  }

  /// Goes somewhere, and is busy until it is there.
  private func perform(
    _ state: inout HomeState, _ work: @escaping @MainActor () async -> Void
  ) -> Effect<HomeAction> {
    state.isBusy = true
    return .run { @MainActor send in
      await work()
      try Task.checkCancellation()
      await send(.done)
    }
  }
}

/// A link's request to the dashboard, queued like the user's taps.
@MainActor
final class LinkRequest {
  /// Open when its turn is over.
  let answer: ActivityGate
  /// Whether no newer link has replaced it.
  var isWanted = true
  /// The letters, if they could be shown.
  weak var letters: LettersCore?

  init(context: NavigationContext) {
    answer = ActivityGate("the dashboard", context: context)
  }
}

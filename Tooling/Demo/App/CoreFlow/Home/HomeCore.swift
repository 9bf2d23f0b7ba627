import CoreFlow
import DemoShared

@MainActor
protocol HomeListener: AnyObject {
  func homeWantsLetters()
}

@MainActor
protocol HomeRouting: AnyObject {
  func routeTo(_ feature: Feature)
  func routeToPermission(for feature: Feature)
  func detachPermission(for feature: Feature)
  func routeToNews(_ text: String)
  func detachNews()
}

enum HomeAction {
  case user(Pages.HomeEvent)
  case open(Feature)
  case permission(Feature, Pages.PermissionEvent)
  case news(String)
  case newsRead
  case checked(Feature, isGranted: Bool)
  case visible(Bool)
  case next
}

struct HomeState {
  /// What is to be done, one after the other: a check that takes time delays what comes after it.
  var queue: [HomeTask] = []
  var isBusy = false
  var isVisible = false
  /// The latest news that came while the dashboard was hidden.
  var heldNews: String?

  @MainActor var content: Content<Pages.HomeEvent> { Pages.home }
}

enum HomeTask {
  case show(Feature)
  case refusePermission(Feature)
  case letters
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
    case .user(.letters): state.queue.append(.letters)
    case .open(let feature): state.queue.append(.show(feature))
    case .permission(let feature, .allow):
      services.permissions.grant(feature)
      state.queue.append(.show(feature))
    case .permission(let feature, .notNow): state.queue.append(.refusePermission(feature))
    case .news(let text): state.queue.append(.news(text))
    case .newsRead: state.queue.append(.newsRead)
    case .checked(let feature, true):
      state.isBusy = false
      router?.routeTo(feature)
    case .checked(let feature, false):
      state.isBusy = false
      router?.routeToPermission(for: feature)
    case .visible(let isVisible):
      state.isVisible = isVisible
      if isVisible, let news = state.heldNews {
        state.heldNews = nil
        state.queue.insert(.news(news), at: 0)
      }
    case .next: return start(&state)
    }
    // An action of its own, so that what a task changes on screen has been heard before the next.
    return .send(.next)
  }

  /// Starts the first task that waits, unless one is being done.
  private func start(_ state: inout HomeState) -> Effect<HomeAction> {
    guard !state.isBusy, !state.queue.isEmpty else { return .none }
    switch state.queue.removeFirst() {
    case .show(let feature):
      state.isBusy = true
      return .run { @MainActor [services] send in
        let isGranted = await services.permissions.isGranted(feature)
        try Task.checkCancellation()
        await send(.checked(feature, isGranted: isGranted))
      }
    case .refusePermission(let feature): router?.detachPermission(for: feature)
    case .letters: listener?.homeWantsLetters()
    case .news(let text):
      if state.isVisible { router?.routeToNews(text) } else { state.heldNews = text }
    case .newsRead: router?.detachNews()
    }
    return .send(.next)
  }
}

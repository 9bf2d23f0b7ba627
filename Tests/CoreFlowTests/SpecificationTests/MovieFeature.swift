// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The templates of the architecture document with [Feature name] = Movie and [Child name] = Detail.
// Docs/SpecChanges.md lists the necessary changes.
import CoreFlow

@MainActor
public protocol MovieListener: AnyObject {}

@MainActor
protocol MovieRouting: AnyObject {
  func routeToDetail()
  func detachDetail()
}

public enum MovieAction {
  case viewDidLoad
  case rename(String)
  case buttonTapped
}

public struct MovieState {
  var title = "untitled"
  var taps = 0
}

public final class MovieCore: Core<MovieAction, MovieState> {
  weak var listener: MovieListener?
  weak var router: MovieRouting?
  private(set) var results: [Int] = []
  private(set) var loads = 0

  public override func reduce(
    state: inout MovieState, action: MovieAction
  ) -> Effect<MovieAction> {
    switch action {
    case .viewDidLoad:
      loads += 1
      return .none
    case .rename(let title):
      state.title = title
      return .none
    case .buttonTapped:
      state.taps += 1
      return .none
    }
  }
}

extension MovieCore: DetailListener {
  func detailDidFinish(result: Int) {
    results.append(result)
    router?.detachDetail()
  }
}

public final class MovieScreen: Screen<MovieCore> {
  let label = HeadlessLabel()
  let button = HeadlessButton()

  public override func viewDidLoad() {
    super.viewDidLoad()
    send(.viewDidLoad)
  }

  public override func bind() {
    observeDistinctState(\.title) { [weak self] title in
      self?.label.text = title
    }
    bind(onEmit: button.onTap, send: .buttonTapped)
  }
}

public final class MovieFlow: Flow<MovieCore, MovieScreen> {
  private weak var listener: MovieListener?
  private(set) var detailFlow: DetailFlow?

  public init(listener: MovieListener) {
    self.listener = listener
    super.init()
  }

  public override func createCore() -> MovieCore {
    let core = MovieCore(initialState: .init())
    core.listener = listener
    core.router = self
    return core
  }

  public override func createScreen() -> MovieScreen {
    let screen = MovieScreen(reactor: core)
    screen.bind()
    return screen
  }
}

extension MovieFlow: MovieRouting {
  func routeToDetail() {
    let flow = DetailFlow(listener: core)
    self.detailFlow = flow
    screen.navigationController?.pushViewController(flow.screen, animated: true)
  }

  func detachDetail() {
    guard detailFlow != nil else { return }
    self.detailFlow = nil
    screen.navigationController?.popViewController(animated: true)
  }
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The templates of the architecture document with [Feature name] = Movie and [Child name] = Detail,
// under UIKit's own names.
import Combine
import CoreFlow
import UIKit

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
  var titleText: String { "Title: \(title)" }
  var taps = 0
}

public final class MovieCore: Core<MovieAction, MovieState> {
  weak var listener: MovieListener?
  weak var router: MovieRouting?

  public override func reduce(
    state: inout MovieState, action: MovieAction
  ) -> Effect<MovieAction> {
    switch action {
    case .viewDidLoad:
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
    router?.detachDetail()
  }
}

public final class MovieScreen: Screen<MovieCore> {
  let label = UILabel()
  let button = UIButton()

  public override func viewDidLoad() {
    super.viewDidLoad()
    send(.viewDidLoad)
  }

  public override func bind() {
    observeDistinctState(\.titleText) { [weak self] title in
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

@MainActor
protocol DetailListener: AnyObject {
  func detailDidFinish(result: Int)
}

enum DetailAction {
  case completeButtonTapped
}

struct DetailState {
  var result = 0
}

final class DetailCore: Core<DetailAction, DetailState> {
  weak var listener: DetailListener?
  var onResign: (Int) -> Void = { _ in }

  override func reduce(
    state: inout DetailState, action: DetailAction
  ) -> Effect<DetailAction> {
    switch action {
    case .completeButtonTapped:
      state.result = 7
      listener?.detailDidFinish(result: state.result)
      return .none
    }
  }

  override func willResignActive() { onResign(currentState.result) }
}

final class DetailScreen: Screen<DetailCore> {
  /// The button as a publisher, like in the document.
  let completions = PassthroughSubject<Void, Never>()

  override func bind() {
    bind(onEmit: completions, send: .completeButtonTapped)
  }
}

final class DetailFlow: Flow<DetailCore, DetailScreen> {
  private weak var listener: DetailListener?

  init(listener: DetailListener) {
    self.listener = listener
    super.init()
  }

  override func createCore() -> DetailCore {
    let core = DetailCore(initialState: .init())
    core.listener = listener
    return core
  }

  override func createScreen() -> DetailScreen {
    let screen = DetailScreen(reactor: core)
    screen.bind()
    return screen
  }
}

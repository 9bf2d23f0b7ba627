import Combine
import CoreFlow
import UIKit

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
  /// The button as a publisher, as the document has it.
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

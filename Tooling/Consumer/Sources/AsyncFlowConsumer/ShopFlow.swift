import AsyncFlow

/// What happens in the shop.
public enum ShopStep: Step, Equatable {
  /// The shop opens.
  case open
  /// The user has chosen something.
  case item(id: Int)
  /// The user has bought it.
  case bought
}

/// Emits what the user does in the shop.
@MainActor
public final class ShopViewModel: StepEmittable {
  /// Where the steps go.
  public var stepContinuation: AsyncStream<ShopStep>.Continuation?

  /// Makes a view model.
  public init() {}

  /// The user has chosen something.
  ///
  /// - Parameter id: What.
  public func choose(_ id: Int) { emit(.item(id: id)) }
}

/// Turns the shop's steps into what is on screen.
public final class ShopFlow: Flow {
  /// What stands on the screen for the flow.
  public var root: any Presentable { navigationController }
  /// The shop's stack.
  public let navigationController = HeadlessNavigationController()
  /// Emits what the user does.
  public let viewModel = ShopViewModel()

  /// Makes a shop.
  public init() {}

  /// Handles a step.
  ///
  /// - Parameter step: What happened.
  /// - Returns: What goes on.
  public func navigate(to step: ShopStep) async -> FlowContributors {
    let screen = HeadlessViewController(nibName: nil, bundle: nil)
    screen.title = "\(step)"
    switch step {
    case .open:
      navigationController.setViewControllers([screen], animated: false)
      return .one(.contribute(presentable: screen, stepper: viewModel))
    case .item:
      navigationController.pushViewController(screen, animated: false)
      return .none
    case .bought:
      return .finish(navigationController.viewControllers.count)
    }
  }

  /// Lets nobody choose what is not there.
  ///
  /// - Parameter step: What happened.
  /// - Returns: The same, or nothing.
  public func adapt(step: ShopStep) async -> ShopStep? {
    if case .item(let id) = step, id < 0 { return nil }
    return step
  }
}

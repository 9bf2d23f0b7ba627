import AsyncFlow

/// The steps of the shop.
public enum ShopStep: Step, Equatable {
  /// The shop opens.
  case open
  /// The user has chosen an item.
  case item(id: Int)
  /// The user has bought the item.
  case bought
}

/// Emits the user's choices.
@MainActor
public final class ShopViewModel: StepEmittable {
  /// The continuation of the stream of steps.
  public var stepContinuation: AsyncStream<ShopStep>.Continuation?

  /// Makes a view model.
  public init() {}

  /// Emits the step for a chosen item.
  ///
  /// - Parameter id: The identifier of the item.
  public func choose(_ id: Int) { emit(.item(id: id)) }
}

/// Turns the shop's steps into screens.
public final class ShopFlow: Flow {
  /// The flow's presentable, its stack.
  public var root: any Presentable { navigationController }
  /// The shop's stack.
  public let navigationController = HeadlessNavigationController()
  /// The stepper of the list.
  public let viewModel = ShopViewModel()

  /// Makes a shop.
  public init() {}

  /// Handles a step.
  ///
  /// - Parameter step: The emitted step.
  /// - Returns: The next stepper, or the result of the flow.
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

  /// Filters items with a negative identifier.
  ///
  /// - Parameter step: The emitted step.
  /// - Returns: The same step, or `nil` for a filtered one.
  public func adapt(step: ShopStep) async -> ShopStep? {
    if case .item(let id) = step, id < 0 { return nil }
    return step
  }
}

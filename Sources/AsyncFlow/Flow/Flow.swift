/// A part of the app's navigation: turns steps into what is on screen.
///
/// A flow owns a root, usually a container, and handles the steps of the steppers it contributes,
/// one at a time and in order. It may name the type of its steps or take all of them:
///
/// ```swift
/// final class MovieFlow: Flow {
///   var root: any Presentable { navigationController }
///   private let navigationController = PlatformNavigationController()
///
///   func navigate(to step: MovieStep) async -> FlowContributors {
///     switch step {
///     case .movieList:
///       let viewModel = MovieListViewModel()
///       let screen = MovieListViewController(viewModel: viewModel)
///       navigationController.pushViewController(screen, animated: true)
///       return .one(.contribute(presentable: screen, stepper: viewModel))
///     case .movieDetail:
///       navigationController.pushViewController(PlatformViewController(), animated: true)
///       return .none
///     }
///   }
/// }
/// ```
///
/// A flow lives as long as its coordinator or, as a child, as long as its root is on screen or
/// until it answers with an end. The coordinator keeps it meanwhile.
@MainActor
public protocol Flow: Presentable {
  /// The steps it understands; `any Step` for a flow that looks itself.
  associatedtype StepType: Sendable

  /// What stands on the screen for the flow; always the same object.
  var root: any Presentable { get }

  /// Handles a step: navigates, and says what goes on from here.
  ///
  /// Called on the main actor, one step at a time, when no transition runs in the root's window.
  /// Steps that arrive while it is suspended wait; so it should await nothing that needs one of
  /// them.
  ///
  /// - Parameter step: What `adapt` let through.
  /// - Returns: The next screens and steppers, steps to pass on, or the end of the flow.
  func navigate(to step: StepType) async -> FlowContributors

  /// Looks at a step before it is handled: lets it through, replaces it, or stops it.
  ///
  /// Part of handling the step, so that no later step of the flow overtakes it. Implement one of
  /// the two forms; this one's default calls the other.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step to handle; `nil` or `NoneStep` to stop here.
  func adapt(step: StepType) async -> StepType?

  /// Looks at a step before it is handled: lets it through or replaces it.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step to handle; `NoneStep` to stop here. By default the same.
  func adapt(step: StepType) async -> StepType

  /// What people should read about a step, in stacks and logs; `nil` by default.
  ///
  /// - Parameter step: The step.
  /// - Returns: Its metadata, or `nil` to have the step's own description shown.
  func metadata(for step: any Step) -> (any FlowMetadata)?

  /// The metadata of the screens in the flow, bottom first; by default none.
  var currentStackMetadata: [any FlowMetadata] { get }

  /// Tells when ``currentStackMetadata`` has changed; by default never.
  var metadataDidChange: AsyncStream<Void> { get }
}

extension Flow {
  /// The root.
  public var representative: any Presentable { root }

  /// Asks the form that always answers with a step.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step to handle.
  @_disfavoredOverload
  public func adapt(step: StepType) async -> StepType? {
    let adapted: StepType = await adapt(step: step)
    DefaultAdaptation.optionalFormAnswered(for: self)
    return adapted
  }

  /// Lets every step through.
  ///
  /// - Parameter step: The step.
  /// - Returns: The same step.
  @_disfavoredOverload
  public func adapt(step: StepType) async -> StepType {
    DefaultAdaptation.plainFormAnswered(for: self)
    return step
  }

  /// `nil`.
  ///
  /// - Parameter step: The step.
  /// - Returns: `nil`.
  public func metadata(for step: any Step) -> (any FlowMetadata)? { nil }

  /// Nothing.
  public var currentStackMetadata: [any FlowMetadata] { [] }

  /// A stream that ends at once.
  public var metadataDidChange: AsyncStream<Void> { AsyncStream { $0.finish() } }
}

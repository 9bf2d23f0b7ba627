import NavigationRuntime

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
public protocol Flow: Presentable, FlowSpelling {
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
  /// Part of handling the step, so that no later step of the flow overtakes it. A flow may write it
  /// in several ways: for its own type of steps or for `any Step`, with an optional result or not.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step to handle; `nil` or `NoneStep` to stop here. By default the same step.
  func adapt(step: StepType) async -> StepType?

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

  /// Asks the flow's own `adapt` if it has another form; else lets every step through.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step to handle; `nil` to stop here.
  @_disfavoredOverload
  public func adapt(step: StepType) async -> StepType? {
    if AdaptParameter.self == StepType.self, AdaptResult.self == StepType?.self {
      DefaultAdaptation.didAnswer(for: self)
      return step
    }
    guard let parameter = step as? AdaptParameter else {
      // A form for some of all steps lets the others through.
      if StepType.self != (any Step).self {
        reportSpelling("adapt(step:)", AdaptParameter.self, StepType.self)
      }
      return step
    }
    return await OwnSpelling.adapt(self, parameter) as? StepType
  }

  /// Asks the flow's own `metadata(for:)` if it has another form; else `nil`.
  ///
  /// - Parameter step: The step.
  /// - Returns: Its metadata, or `nil`.
  @_disfavoredOverload
  public func metadata(for step: any Step) -> (any FlowMetadata)? {
    if MetadataParameter.self == (any Step).self, MetadataResult.self == (any FlowMetadata)?.self {
      return nil
    }
    guard let parameter = step as? MetadataParameter else { return nil }
    return OwnSpelling.metadata(of: self, for: parameter) as? any FlowMetadata
  }

  /// The flow's own metadata if it is of another type; else nothing.
  public var currentStackMetadata: [any FlowMetadata] {
    guard MetadataStack.self != [any FlowMetadata].self else { return [] }
    if let own = OwnSpelling.currentStackMetadata(of: self) as? [any FlowMetadata] { return own }
    reportSpelling("currentStackMetadata", MetadataStack.self, [any FlowMetadata].self)
    return []
  }

  /// The flow's own changes if they are of another type; else a stream that ends at once.
  public var metadataDidChange: AsyncStream<Void> {
    guard MetadataChanges.self != AsyncStream<Void>.self else { return AsyncStream { $0.finish() } }
    if let own = OwnSpelling.metadataDidChange(of: self) as? any ChangeSource { return own.pulses }
    reportSpelling("metadataDidChange", MetadataChanges.self, AsyncStream<Void>.self)
    return AsyncStream { $0.finish() }
  }

  private func reportSpelling(_ member: String, _ own: Any.Type, _ type: Any.Type) {
    NavigationContext.of(self).issues.report(
      .cannotConvert(member, of: Self.self, own, to: type))
  }
}

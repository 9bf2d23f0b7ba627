import NavigationRuntime

/// A base class for a flow over a navigation controller.
///
/// Associates each screen with its step and stepper, and derives a readable path from them:
///
/// ```swift
/// final class MovieFlow: NavigationFlow {
///   override func navigate(to step: any Step) async -> FlowContributors {
///     …
///     associate(step: step, stepper: viewModel, with: screen)
///     navigationController.pushViewController(screen, animated: true)
///     return .one(.contribute(presentable: screen, stepper: viewModel))
///   }
/// }
/// ```
@MainActor
open class NavigationFlow: Flow {
  /// The type of its steps: all.
  public typealias StepType = any Step

  /// The controller that holds the flow's screens.
  public let navigationController: PlatformNavigationController

  private struct Association {
    let step: any Step
    weak var stepper: (any Stepper)?
    let observation: Cancellation
  }

  private var associations = WeakTable<Association>()
  private let changes = AsyncPassthroughSubject<Void>()

  /// Makes a flow.
  ///
  /// - Parameter navigationController: The controller for its screens; a new one by default.
  public init(navigationController: PlatformNavigationController? = nil) {
    self.navigationController = navigationController ?? PlatformNavigationController()
    self.navigationController.lifecycle.flow = self
  }

  /// The root of the flow; by default the navigation controller.
  ///
  /// An override returns a container around it.
  open var root: any Presentable { navigationController }

  /// Handles a step; the base class calls the form that does not wait.
  ///
  /// - Parameter step: The step.
  /// - Returns: The answer to the step.
  open func navigate(to step: any Step) async -> FlowContributors {
    (self as any SynchronousNavigation).navigate(to: step)
  }

  /// Handles a step without waiting; the base class handles none.
  ///
  /// To be overridden by a flow that awaits nothing; the other form then stays as it is.
  ///
  /// - Parameter step: The step.
  /// - Returns: ``FlowContributors/unhandled``.
  @available(*, deprecated, message: "A flow may override the form that waits: write await")
  open func navigate(to step: any Step) -> FlowContributors { .unhandled }

  /// Adapts a step before it is handled; the base class lets every step through.
  ///
  /// An override may return `any Step` instead.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step to handle; `nil` or `NoneStep` to stop here.
  open func adapt(step: any Step) async -> (any Step)? { step }

  /// Returns the metadata of a step; the base class has none.
  ///
  /// - Parameter step: The step.
  /// - Returns: `nil`.
  open func metadata(for step: any Step) -> (any FlowMetadata)? { nil }

  /// Associates a screen with the step that led to it and with its stepper.
  ///
  /// The readable path then names the screen by the stepper's metadata, the flow's or the step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - stepper: The screen's stepper; not retained.
  ///   - controller: The screen; not retained.
  public func associate(
    step: any Step, stepper: any Stepper, with controller: PlatformViewController
  ) {
    let observation = controller.observePresentation { [changes] event in
      if event == .dismissed { changes.send() }
    }
    associations[controller] = Association(step: step, stepper: stepper, observation: observation)
    changes.send()
  }

  /// Returns the step that led to a screen.
  ///
  /// - Parameter controller: The screen.
  /// - Returns: The step; `nil` for a screen that was not associated.
  public func associatedStep(for controller: PlatformViewController) -> (any Step)? {
    associations[controller]?.step
  }

  /// Returns the stepper of a screen.
  ///
  /// - Parameter controller: The screen.
  /// - Returns: The stepper; `nil` if the screen was not associated, or the stepper was released.
  public func associatedStepper(for controller: PlatformViewController) -> (any Stepper)? {
    associations[controller]?.stepper
  }

  /// Replaces the stack with one screen, without animation.
  ///
  /// - Parameter controller: The screen.
  public func setFlowRoot(_ controller: PlatformViewController) {
    setFlowControllers([controller])
  }

  /// Replaces the stack, without animation.
  ///
  /// - Parameter controllers: The screens, bottom first.
  public func setFlowControllers(_ controllers: [PlatformViewController]) {
    navigationController.setViewControllers(controllers, animated: false)
    changes.send()
  }

  /// The metadata of each screen, bottom first.
  ///
  /// The stepper's declared metadata, else the flow's for the step, else that of the stepper's type,
  /// else the step's description. For a screen that was not associated, that of its type.
  open var currentStackMetadata: [any FlowMetadata] {
    navigationController.viewControllers.map { metadata(of: $0) }
  }

  /// The display names of the screens, bottom first.
  public var currentStackPath: String { path(through: nil) }

  /// Emits when a screen was associated, set or dismissed.
  ///
  /// A flow that overrides ``currentStackMetadata`` overrides this, too, if its metadata changes at
  /// other times.
  open var metadataDidChange: AsyncStream<Void> { changes.stream }

  func path(through last: PlatformViewController?) -> String {
    let controllers = navigationController.viewControllers
    let end = controllers.firstIndex { $0 === last }.map { $0 + 1 } ?? controllers.count
    return controllers[..<end].map { metadata(of: $0).displayName }.joined(separator: " → ")
  }

  private func metadata(of controller: PlatformViewController) -> any FlowMetadata {
    guard let association = associations[controller] else {
      return AutoFlowMetadata(from: type(of: controller))
    }
    let metadata = FlowMetadataChoice.metadata(
      of: association.stepper, for: association.step, in: self)
    if let metadata { return metadata }
    let description = String(describing: association.step)
    return DefaultFlowMetadata(identifier: description, displayName: description)
  }
}

/// The form of `navigate` that the class itself calls, without the warning for others.
@MainActor
private protocol SynchronousNavigation {
  func navigate(to step: any Step) -> FlowContributors
}

extension NavigationFlow: SynchronousNavigation {}

extension NavigationFlow {
  func association(
    of screen: any NavigationContainer
  ) -> (step: any Step, stepper: (any Stepper)?)? {
    guard let controller = screen as? PlatformViewController else { return nil }
    return associations[controller].map { ($0.step, $0.stepper) }
  }
}

extension Presentable where Self: PlatformViewController {
  /// The display names from the bottom of its ``NavigationFlow`` up to this screen.
  ///
  /// Empty if it is in no stack of such a flow.
  public var navigationStackPath: String {
    let flow = navigationController?.lifecycle.flow as? NavigationFlow
    return flow?.path(through: self) ?? ""
  }
}

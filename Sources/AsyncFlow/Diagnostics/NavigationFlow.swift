import NavigationRuntime

/// A flow over a navigation controller, to inherit from.
///
/// It knows which step and stepper belong to each of its screens, and from them the path that
/// people read:
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
  /// The steps it takes: all.
  public typealias StepType = any Step

  /// The controller that holds the flow's screens.
  public let navigationController: PlatformNavigationController

  private struct Association {
    let step: any Step
    weak var stepper: (any Stepper)?
    let observation: Cancellation
  }

  private var associations = WeakRegistry<Association>()
  private let changes = AsyncPassthroughSubject<Void>()

  /// Makes a flow.
  ///
  /// - Parameter navigationController: The controller for its screens; a new one by default.
  public init(navigationController: PlatformNavigationController? = nil) {
    self.navigationController = navigationController ?? PlatformNavigationController()
    self.navigationController.lifecycle.flow = self
  }

  /// The navigation controller.
  public var root: any Presentable { navigationController }

  /// Handles a step; the base class knows none.
  ///
  /// - Parameter step: The step.
  /// - Returns: ``FlowContributors/unhandled``.
  open func navigate(to step: any Step) async -> FlowContributors { .unhandled }

  /// Looks at a step before it is handled; the base class lets every step through.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step to handle, or `NoneStep`.
  open func adapt(step: any Step) async -> any Step { step }

  /// What people should read about a step; the base class says nothing.
  ///
  /// - Parameter step: The step.
  /// - Returns: `nil`.
  open func metadata(for step: any Step) -> (any FlowMetadata)? { nil }

  /// Notes which step led to a screen, and who emits steps there.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - stepper: The screen's stepper; not kept.
  ///   - controller: The screen; not kept.
  public func associate(
    step: any Step, stepper: any Stepper, with controller: PlatformViewController
  ) {
    let observation = controller.observePresentation { [changes] event in
      if event == .dismissed { changes.send() }
    }
    associations[controller] = Association(step: step, stepper: stepper, observation: observation)
    changes.send()
  }

  /// The step that led to a screen.
  ///
  /// - Parameter controller: The screen.
  /// - Returns: The step; `nil` for a screen that was not associated.
  public func associatedStep(for controller: PlatformViewController) -> (any Step)? {
    associations[controller]?.step
  }

  /// The stepper of a screen.
  ///
  /// - Parameter controller: The screen.
  /// - Returns: The stepper; `nil` if the screen was not associated, or the stepper is gone.
  public func associatedStepper(for controller: PlatformViewController) -> (any Stepper)? {
    associations[controller]?.stepper
  }

  /// Shows one screen alone.
  ///
  /// - Parameter controller: The screen.
  public func setFlowRoot(_ controller: PlatformViewController) {
    setFlowControllers([controller])
  }

  /// Shows these screens and no others.
  ///
  /// - Parameter controllers: The screens, bottom first.
  public func setFlowControllers(_ controllers: [PlatformViewController]) {
    navigationController.setViewControllers(controllers, animated: false)
    changes.send()
  }

  /// What people should read about each screen, bottom first.
  ///
  /// What the stepper declares, else the flow's for the step, else what is made from the stepper's type,
  /// else the step's own description; for a screen that was not associated, its type.
  public var currentStackMetadata: [any FlowMetadata] {
    navigationController.viewControllers.map { metadata(of: $0) }
  }

  /// The display names of the screens, bottom first.
  public var currentStackPath: String { path(through: nil) }

  /// Tells when a screen was associated, set or has left.
  public var metadataDidChange: AsyncStream<Void> { changes.stream }

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

extension NavigationFlow: ScreenAssociating {
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

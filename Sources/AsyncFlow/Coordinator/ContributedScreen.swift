import NavigationRuntime

/// A presentable that was contributed with a stepper: a screen, or a flow of another framework.
@MainActor
final class ContributedScreen {
  private let type: Any.Type
  /// The step whose answer contributed it.
  let step: any Step
  /// Whether it is a controller, which the platform retains.
  let isController: Bool
  /// The screen, if it is a controller.
  private(set) weak var container: (any NavigationContainer)?
  /// The presentable; retained only if it is not a controller.
  private var presentable: (any Presentable)?
  /// The screen's lifecycle; weak, so that it is released with the screen.
  private(set) weak var lifecycle: NavigationLifecycle?
  private var presentation: Cancellation?
  private weak var watch: ScreenWatch?
  private var end: Cancellation?
  /// Whether the flow ends with the screen, since it has no root of its own.
  var keepsFlow = false
  /// Whether the screen had left when it was contributed.
  private(set) var hasLeftEarly = false
  /// A step for the contributing flow when a node of another framework ends with its screen.
  private let stepOnDismissal: (any Step)?

  init(_ presentable: any Presentable, step: any Step, stepOnDismissal: (any Step)?) {
    self.step = step
    container = presentable as? any NavigationContainer
    isController = presentable is any NavigationContainer
    self.presentable = isController ? nil : presentable
    lifecycle = presentable.navigationContainer?.lifecycle
    type = Swift.type(of: presentable)
    self.stepOnDismissal = stepOnDismissal
  }

  var name: String { String(describing: type) }

  /// Observes the presentable's visibility and dismissal.
  func observe(_ presentable: any Presentable, for contribution: Contribution) {
    let (node, foreign) = (contribution.node, foreignNode)
    // A controller that was never on screen is never dismissed. Its observers, and with them the
    // watch, are released together with the controller.
    let watch = isController ? ScreenWatch(contribution) : nil
    self.watch = watch
    presentation = node.engine.context.readingStreams {
      presentable.observePresentation { [self] event in
        withExtendedLifetime(watch) {}
        switch event {
        case .visible(let isVisible): node.engine.setHidden(contribution, !isVisible)
        case .dismissed:
          // Its steps are taken over before they are refused.
          guard presentation != nil else { return hasLeftEarly = true }
          node.engine.contributionWasDismissed(contribution, in: node)
        }
      }
    }
    guard let foreign else { return }
    node.engine.log.send(.started(name))
    foreign.start(under: nil)
    end = foreign.onEnd { reason in
      node.engine.contributedNodeEnded(contribution, reason, in: node)
    }
  }

  /// The presentable, if it is a flow of another framework.
  private var foreignNode: (any NavigationNode)? { presentable as? any NavigationNode }

  /// Ends the presentable if it is another framework's flow that has not ended.
  func endNode(because reason: NavigationEndReason, in node: FlowNode) {
    guard let foreign = foreignNode else { return }
    presentable = nil
    end = nil
    foreign.stop(because: reason)
    node.engine.log.send(.ended(name, reason))
    guard reason == .dismissedByUser || reason == .removed, node.isAlive else { return }
    if let stepOnDismissal { node.engine.enqueue(stepOnDismissal, in: node) }
  }

  /// Stops observing the screen.
  func leave() {
    watch?.contribution = nil
    presentation = nil
  }

  /// Stops observing, and releases the presentable.
  func release() {
    leave()
    presentable = nil
    end = nil
  }
}

/// Reports the release of a contributed controller; retained by the controller's observers.
@MainActor
private final class ScreenWatch {
  /// The contribution; `nil` when it has ended.
  var contribution: Contribution?

  init(_ contribution: Contribution) {
    self.contribution = contribution
  }

  deinit {
    guard let contribution else { return }
    onMainActor { contribution.node.engine.screenDidGo(of: contribution) }
  }
}

import NavigationRuntime

/// A presentable that was contributed with a stepper: a screen, or a flow of another framework.
@MainActor
final class ContributedScreen {
  private let type: Any.Type
  /// The step whose answer contributed it.
  let step: any Step
  /// Whether it is a controller, which the platform keeps.
  let isController: Bool
  /// The screen, if it is a controller.
  private(set) weak var container: (any NavigationContainer)?
  /// Kept only if it is no controller.
  private var presentable: (any Presentable)?
  /// What the runtime knows of the screen; held weakly, so that it goes with the screen.
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

  /// Follows the presentable on the screen.
  func observe(_ presentable: any Presentable, for contribution: Contribution) {
    let (node, foreign) = (contribution.node, foreignNode)
    // A controller's observers go with it. One that never came up leaves no tree.
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

  /// Ends the flow of another framework, if the presentable is one that has not ended.
  func endNode(because reason: NavigationEndReason, in node: FlowNode) {
    guard let foreign = foreignNode else { return }
    presentable = nil
    end = nil
    foreign.stop(because: reason)
    node.engine.log.send(.ended(name, reason))
    guard reason == .dismissedByUser || reason == .removed, node.isAlive else { return }
    if let stepOnDismissal { node.engine.enqueue(stepOnDismissal, in: node) }
  }

  /// Hears no more of the screen.
  func leave() {
    watch?.contribution = nil
    presentation = nil
  }

  /// Lets go of everything.
  func release() {
    leave()
    presentable = nil
    end = nil
  }
}

/// Goes with the observers of a contributed controller, and says so.
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

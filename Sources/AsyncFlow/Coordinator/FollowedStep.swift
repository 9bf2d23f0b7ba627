import NavigationRuntime

/// The step that the current code follows from.
extension FlowEngine {
  /// The runner whose task executes the current code, if a flow's handler is running in it.
  ///
  /// A task started by a handler does not count as inside it.
  var currentRunner: StepRunner? {
    guard !runners.isEmpty, let id = TaskTracker.currentTaskID, let runner = runners[id],
      runner.item != nil
    else { return nil }
    return runner
  }

  /// The step of the current runner.
  var runningStep: StepItem? { currentRunner?.item }

  /// Whether the current code belongs to a flow's handler, or carries out its answer.
  var isInHandler: Bool { followed != nil || runningStep != nil }

  /// The step whose chain a new step extends: the one whose answer is being carried out, or whose
  /// events and changes of the screen are being published, else the one whose handler runs.
  var precedingStep: StepItem? { followed ?? log.published ?? runningStep }

  /// The step whose intent a new step, flow or screen inherits: the one whose answer is being carried
  /// out, else the one whose handler runs.
  ///
  /// The running handler is looked up only while a link is followed.
  var followedStep: StepItem? { followed ?? (attempts.isEmpty ? nil : runningStep) }

  /// The followed step, if it belongs to a deep link.
  var linkedStep: StepItem? {
    guard !attempts.isEmpty, let step = followedStep, attempts[step.intent] != nil else {
      return nil
    }
    return step
  }

  /// Whether the current code belongs to a detour that a task of `adapt` makes before a link's hop.
  var isMakingDetour: Bool {
    guard !links.isEmpty else { return false }
    guard let followed else {
      return LinkAttempt.current.map { $0.link?.isTrying($0) ?? false } ?? false
    }
    return followed.belongsToDetour
  }
}

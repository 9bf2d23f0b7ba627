import NavigationRuntime

/// A node that is generic over the flow, and so knows the type of its steps.
@MainActor
final class TypedFlowNode<F: Flow>: FlowNode {
  private let typedFlow: F
  private let takesAny = F.StepType.self == (any Step).self

  init(_ flow: F, configuration: Configuration) {
    typedFlow = flow
    super.init(flow, stepType: F.StepType.self, configuration: configuration)
  }

  override var takesAnyStep: Bool { takesAny }

  override func takes(_ step: any Step) -> Bool { !takesAny && understands(step) }

  override func understands(_ step: any Step) -> Bool {
    takesAny || step.isValue(of: F.StepType.self)
  }

  override func step(from value: NavigationPlace.Value) throws -> any Step {
    guard let type = F.StepType.self as? any Decodable.Type,
      let step = try value.decoded(as: type) as? any Step
    else { throw StepEncodingFailure(reason: "\(F.StepType.self) is not Codable") }
    return step
  }

  // The loop is generic, because one more asynchronous call costs a tenth of a step's time.
  override func handle(
    _ item: WorkItem, by runner: StepRunner
  ) async -> WorkItem? {
    let engine = engine
    var next: WorkItem? = item
    while let item = next, item.flow == id {
      if !runner.isNavigating {
        await adapt(item, by: runner)
      } else if engine.context.isTraced {
        await navigateTraced(item, by: runner)
      } else {
        // Called here and not in a method, each of whose levels is a further hop.
        let answer: FlowContributors
        if item.step.typeID == stepType || understands(item.step) {
          answer = await typedFlow.navigate(to: item.step.cast(to: F.StepType.self))
        } else {
          answer = .unhandled
        }
        engine.navigated(item, in: self, consume answer, by: runner)
      }
      next = engine.nextStep(for: runner)
    }
    checkRoot()
    return next
  }

  /// Asks the flow whether to navigate.
  ///
  /// Not inlined: memory for its values, whose types are looked up, would be taken from the task at
  /// each call of ``handle(_:by:)``, also by flows without an `adapt`.
  @inline(never)
  private func adapt(_ item: WorkItem, by runner: StepRunner) async {
    let engine = engine
    if engine.context.isTraced || item.call?.attempt != nil {
      engine.adapted(item, await adaptObserved(item), by: runner)
    } else if let step = item.step.typed(as: F.StepType.self) {
      let answer = await typedFlow.adapt(step: step)
      engine.adapted(item, adapted(answer, from: item.step), by: runner)
    } else {
      engine.adapted(item, .done(.unhandled), by: runner)
    }
  }

  /// Calls the flow, as the cause of what it does in the trace.
  @inline(never)
  private func navigateTraced(_ item: WorkItem, by runner: StepRunner) async {
    await engine.traced(item) {
      guard let step = item.step.typed(as: F.StepType.self) else {
        return engine.navigated(item, in: self, .unhandled, by: runner)
      }
      engine.navigated(item, in: self, await typedFlow.navigate(to: step), by: runner)
    }
  }

  /// Asks the flow, as the cause of what it does in the trace, and then the step's link.
  @inline(never)
  private func adaptObserved(_ item: WorkItem) async -> AdaptedStep {
    await engine.traced(item) {
      guard let attempt = item.call?.attempt else {
        return await adapt(item.step)
      }
      let answer = await LinkAttempt.$current.withValue(attempt) {
        await adapt(item.step)
      }
      return await attempt.link?.answer(to: answer, of: item, attempt, in: self) ?? answer
    }
  }

  private func adapt(_ step: any Step) async -> AdaptedStep {
    guard let typedStep = step.typed(as: F.StepType.self) else { return .done(.unhandled) }
    return adapted(await typedFlow.adapt(step: typedStep), from: step)
  }

  /// The answer of the flow's `adapt` to a step.
  // Not inlined: an asynchronous caller would take memory for its values from the task.
  @inline(never)
  private func adapted(_ answer: F.StepType?, from step: any Step) -> AdaptedStep {
    typeInfo.letsAllPass = DefaultImplementation.adapt.hasAnswered(for: typedFlow)
    // Flows of untyped steps stop a step with a value that is no step, or with `NoneStep`.
    guard let answer, let step = step.step(of: answer), !isNone(step) else {
      return .done(.filtered)
    }
    return .step(step)
  }
}

/// The result of a flow's `adapt`.
enum AdaptedStep {
  /// The step to handle.
  case step(any Step)
  /// The step is not passed to `navigate`.
  case done(StepOutcome)
}

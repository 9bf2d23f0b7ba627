import NavigationRuntime

extension FlowEngine {
  /// Carries out a flow's answer to a step: forwards and contributions, in order.
  ///
  /// The answer is consumed, because examining it copies it otherwise.
  ///
  /// - Returns: The step's outcome, and the end of the flow if it ends now.
  func follow(
    _ answer: consuming FlowContributors, of node: FlowNode, to item: StepItem,
    by runner: StepRunner
  ) -> (outcome: StepOutcome, end: FlowEnd?) {
    switch consume answer {
    case .none: return (node.takesAnyStep ? .unknown : .handled, nil)
    case .unhandled: return (.unhandled, nil)
    case .one(let contributor):
      let ends = follow(contributor, nil, of: node, step: item.step, by: runner)
      return (.handled, ends ? .withoutValue : nil)
    case .multiple(let contributors):
      var ends = false
      for contributor in contributors
      where follow(contributor, nil, of: node, step: item.step, by: runner) {
        ends = true
      }
      return (.handled, ends ? .withoutValue : nil)
    case .finish(let value): return (.handled, FlowEnd(value))
    case .end(let step):
      forward(step, from: node)
      return (.handled, .withoutValue)
    }
  }

  /// - Returns: Whether the contributor ends the flow.
  private func follow(
    _ contributor: FlowContributor, _ options: ContributionOptions?, of node: FlowNode,
    step: any Step, by runner: StepRunner
  ) -> Bool {
    switch contributor {
    case .configured(let contributor, let options):
      return follow(contributor, options, of: node, step: step, by: runner)
    case .forwardToParentFlow(let step): forward(step, from: node)
    case .forward(let step): forwardToRecipient(step, from: node)
    case .forwardToCurrentFlow(let step):
      if node.isAlive {
        enqueue(step, in: node, from: node)
      } else if !step.isNone {
        refuse(step, node.flowType, .flowEnded)
      }
    case .end: return true
    case .contribute(let presentable, let stepper, let whenHidden, let whenDismissed):
      guard node.isAlive else {
        refuse(contributor, of: node)
        // A link has not arrived unless it is on screen all the same.
        if !attempts.isEmpty, !(presentable is any Flow) {
          noteDestination(presentable.navigationContainer?.lifecycle)
        }
        return false
      }
      var options = options ?? ContributionOptions()
      options.whenHidden = options.whenHidden ?? (whenHidden ? .always : .hold)
      if options.whenDismissed == nil, whenDismissed || presentable.allowStepWhenDismissed {
        options.whenDismissed = .always
      }
      if !options.outlivesScreen, presentable !== node.flow,
        hasLeft(presentable, since: runner.readingAtCall)
      {
        refuse(presentable, with: stepper, of: node, because: .dismissed)
        noteDestination(presentable.navigationContainer?.lifecycle)
        if let step = options.stepOnDismissal { enqueue(step, in: node, from: node) }
      } else if let flow = presentable as? any Flow {
        add(stepper, of: flow, to: node, step: step, options)
      } else {
        contribute(stepper, with: presentable, to: node, step: step, options)
      }
    }
    return false
  }

  /// Whether a presentable left the screen after the latest reading of a tree before the call of the
  /// contributing flow's handler, and is in no tree.
  ///
  /// Such a departure precedes the subscription, which would never report it.
  func hasLeft(_ presentable: any Presentable, since reading: Int) -> Bool {
    // Usually nothing has been read since, and no screen is looked up.
    guard NavigationLifecycle.lastReading > reading,
      let screen = presentable.navigationContainer?.lifecycle
    else { return false }
    return screen.departedIn > reading && presentable.navigationStore == nil
  }

  /// Refuses every step and stepper in an answer that came after the flow's end.
  func refuse(_ answer: FlowContributors, of node: FlowNode) {
    switch answer {
    case .none, .unhandled, .finish: return
    case .one(let contributor): refuse(contributor, of: node)
    case .multiple(let contributors): for entry in contributors { refuse(entry, of: node) }
    case .end(let step): if !step.isNone { refuse(step, node.flowType, .flowEnded) }
    }
  }

  private func refuse(_ contributor: FlowContributor, of node: FlowNode) {
    switch contributor {
    case .configured(let contributor, _): refuse(contributor, of: node)
    case .forwardToParentFlow(let step), .forwardToCurrentFlow(let step), .forward(let step):
      if !step.isNone { refuse(step, node.flowType, .flowEnded) }
    case .contribute(let presentable, let stepper, _, _):
      refuse(presentable, with: stepper, of: node)
    case .end: return
    }
  }

  func refuse(
    _ presentable: any Presentable, with stepper: any Stepper, of node: FlowNode,
    because refusal: StepRefusal = .flowEnded
  ) {
    refuse(stepper, of: node, because: refusal)
    if let flow = presentable as? any Flow, FlowReadiness.node(of: flow) == nil {
      FlowReadiness.refuse(flow)
    }
  }

  func refuse(
    _ stepper: any Stepper, of node: FlowNode, because refusal: StepRefusal = .flowEnded
  ) {
    StepperStorage.of(stepper).refuseWork(in: context)
    Contribution.refuse(
      stepper, with: LateStepRejecter(of: node, in: coordinator, because: refusal))
  }

  private func add(
    _ stepper: any Stepper, of flow: any Flow, to node: FlowNode, step: any Step,
    _ options: ContributionOptions
  ) {
    if flow === node.flow { return add(stepper, to: node) }
    guard let living = FlowReadiness.node(of: flow) else {
      if refusesNesting(of: flow, with: stepper, under: node) { return }
      let child = start(
        flow, under: node, allowsStepsWhenDismissed: options.outlivesScreen,
        stepOnDismissal: options.stepOnDismissal, step: step)
      return add(stepper, to: child)
    }
    context.issues.report(.flowAlreadyAlive(living.name))
    if living.engine === self {
      add(stepper, to: living)
    } else {
      refuse(stepper, of: living, because: .notCoordinated)
    }
  }
}

/// The end of a flow by its own answer; an object, since few answers end a flow.
@MainActor
final class FlowEnd {
  static let withoutValue = FlowEnd(nil)
  let value: (any Sendable)?

  init(_ value: (any Sendable)?) {
    self.value = value
  }
}

extension FlowEngine {
  /// Enqueues a step in a flow's parent.
  func forward(_ step: any Step, from node: FlowNode) {
    guard !step.isNone else { return }
    guard let parent = node.parent else {
      context.issues.report(.forwardedFromRoot(node.name, step))
      return refuse(step, node.flowType, .noParent)
    }
    enqueue(step, in: parent, from: node)
    wake()
  }

  /// Enqueues a step in the nearest flow above that takes steps of its type.
  func forwardToRecipient(_ step: any Step, from node: FlowNode) {
    guard !step.isNone else { return }
    let above = sequence(first: node, next: \.parent).dropFirst()
    guard
      let recipient = above.first(where: { $0.declaresType(of: step) })
        ?? above.first(where: \.takesAnyStep)
    else {
      context.issues.report(.noRecipient(node.name, step))
      return refuse(step, node.flowType, .noRecipient)
    }
    enqueue(step, in: recipient, from: node)
    wake()
  }

  /// Enqueues a step in a flow, as forwarded by a flow, which may be the same.
  ///
  /// Does nothing after the coordinator's release.
  func enqueue(_ step: any Step, in node: FlowNode, from origin: FlowNode) {
    guard !step.isNone, life != .released else { return }
    let preceding = precedingStep
    if let preceding, !extendChain(of: preceding, with: step, in: node) { return }
    enqueue(
      makeItem(
        step, in: node, chain: preceding?.chain,
        ticket: machine.makeTicket(to: node.id, origin: origin.id, following: followed)))
  }

  func refuse(_ step: any Step, _ flow: Any.Type, _ refusal: StepRefusal) {
    log.send(.notHandled(NavigationEvent(flow: flow, step: step), .refused(refusal)))
    if context.isTraced { traceRefused(step, in: "\(flow)", .refused(refusal)) }
  }
}

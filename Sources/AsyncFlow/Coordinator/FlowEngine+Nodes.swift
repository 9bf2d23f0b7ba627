import NavigationRuntime

extension FlowEngine {
  func start(
    _ flow: any Flow,
    under parent: FlowNode?,
    allowsStepsWhenDismissed: Bool,
    stepOnDismissal: (any Step)? = nil,
    step: (any Step)? = nil
  ) -> FlowNode {
    let root = flow.root
    observeWindow(around: root, isFirst: parent == nil)
    let place = FlowNode.Place(
      id: machine.addFlow(under: parent?.id), parent: parent, engine: self, root: root,
      borrowsRoot: count(root, under: parent),
      allowsStepsWhenDismissed: allowsStepsWhenDismissed, stepOnDismissal: stepOnDismissal,
      step: step)
    let node = FlowNode.make(for: flow, at: place)
    if let parent {
      parent.children.append(node)
      if !parent.isReady { parent.unreadyChildren += 1 }
    } else {
      roots.append(node)
    }
    log.send(.started(node.name))
    if !node.borrowsRoot { observe(node) }
    if recorder != nil { followMoves(around: node) }
    return node
  }

  /// Sees to it that a window which is a flow's root is observed, and the one that a first flow is in.
  ///
  /// A window that nobody observes does not tell what the user takes away in it.
  private func observeWindow(around root: any Presentable, isFirst: Bool) {
    var outermost = root.navigationContainer
    while isFirst, let outer = outermost?.enclosingContainer { outermost = outer }
    guard let window = outermost, window.navigationKind == .window, window.lifecycle.store == nil
    else { return }
    _ = context.store(for: window)
  }

  /// Notes that a flow has this root.
  ///
  /// Most roots are no other flow's, so that nobody above has to be asked.
  ///
  /// - Returns: Whether a flow above has it, too.
  private func count(_ root: any Presentable, under parent: FlowNode?) -> Bool {
    let id = ObjectIdentifier(root)
    let others = rootCounts[id] ?? 0
    rootCounts[id] = others + 1
    return others > 0 && parent?.isRoot(root) ?? false
  }

  private func uncount(_ root: ObjectIdentifier) {
    guard let count = rootCounts[root] else { return }
    rootCounts[root] = count > 1 ? count - 1 : nil
  }

  private func observe(_ node: FlowNode) {
    let root = node.flow.root
    node.hasLeftEarly = false
    node.presentation = context.readingStreams {
      root.observePresentation { [self] event in
        switch event {
        case .visible(let isVisible):
          if recorder != nil { followMoves(around: node) }
          node.isVisible = isVisible
        case .dismissed:
          // The flow ends when its first stepper is there, whose steps it refuses.
          guard node.presentation != nil else { return node.hasLeftEarly = true }
          screenWasDismissed(node.rootLifecycle, of: node)
        }
      }
    }
  }

  /// What a flow stands on has left the tree: its root, or the first screen on a borrowed stack.
  private func screenWasDismissed(_ screen: NavigationLifecycle?, of node: FlowNode) {
    guard !node.allowsStepsWhenDismissed else { return }
    end(node, NavigationEndReason(departureOf: screen), refusing: .flowEnded)
  }

  /// Adds a stepper that no screen holds back.
  func add(_ stepper: any Stepper, to node: FlowNode) {
    defer {
      if node.hasLeftEarly {
        node.hasLeftEarly = false
        screenWasDismissed(node.rootLifecycle, of: node)
      }
    }
    guard !hasOnlyInitialSteps(stepper) else {
      for step in stepper.initialSteps { emit(step, in: node, isInitial: true) }
      stepper.readyToEmitSteps()
      return StepperWork.adopt(stepper, by: node)
    }
    let source = machine.addSource(to: node.id, policy: .always)
    start(Contribution(stepper, with: nil, as: source, to: node))
  }

  /// Whether nothing follows a stepper's initial steps, so that nobody has to listen.
  private func hasOnlyInitialSteps<S: Stepper>(_ stepper: S) -> Bool {
    S.StepSequence.self == NoSteps.self
  }

  /// Adds a stepper and the screen it belongs to.
  func contribute(
    _ stepper: any Stepper, with presentable: any Presentable, to node: FlowNode,
    policy: HiddenStepPolicy, allowsStepsWhenDismissed: Bool, stepOnDismissal: (any Step)?,
    step: any Step
  ) {
    let source = machine.addSource(
      to: node.id, policy: policy, allowsStepsWhenDismissed: allowsStepsWhenDismissed)
    let screen = ContributedScreen(
      presentable, step: step, stepOnDismissal: stepOnDismissal)
    if node.borrowsRoot, !node.ownsFirstScreen {
      node.ownsFirstScreen = true
      if screen.lifecycle == nil {
        // Its streams have one reader.
        screen.keepsFlow = true
      } else {
        node.presentation = presentable.observePresentation { [self] event in
          if event == .dismissed { screenWasDismissed(screen.lifecycle, of: node) }
        }
      }
    }
    start(Contribution(stepper, with: screen, as: source, to: node), presentable)
  }

  private func start(_ contribution: Contribution, _ presentable: (any Presentable)? = nil) {
    contribution.node.contributions.append(contribution)
    if let presentable { contribution.screen?.observe(presentable, for: contribution) }
    contribution.start()
    guard let screen = contribution.screen, screen.hasLeftEarly else { return }
    contributionWasDismissed(contribution, in: contribution.node)
  }

  func setHidden(_ contribution: Contribution, _ isHidden: Bool) {
    machine.setHidden(contribution.source, isHidden)
    wake()
  }

  func contributionWasDismissed(_ contribution: Contribution, in node: FlowNode) {
    if let screen = contribution.screen, screen.keepsFlow {
      screenWasDismissed(screen.lifecycle, of: node)
      guard node.isAlive else { return }
    }
    machine.dismiss(contribution.source)
    if machine.allowsSteps(from: contribution.source) {
      wake()
      return
    }
    node.contributions.removeAll { $0 === contribution }
    contribution.retire(because: NavigationEndReason(departureOf: contribution.screen?.lifecycle))
    logStack(of: node)
    wake()
  }

  /// A flow of another framework has ended of its own accord.
  func contributedNodeEnded(
    _ contribution: Contribution, _ reason: NavigationEndReason, in node: FlowNode
  ) {
    contribution.screen?.endNode(because: reason, in: node)
    contributionWasDismissed(contribution, in: node)
  }

  /// Ends a flow and everything beneath it.
  func end(
    _ node: FlowNode, _ reason: NavigationEndReason, refusing refusal: StepRefusal,
    value: (any Sendable)? = nil
  ) {
    guard node.isAlive else { return }
    node.isAlive = false
    for child in node.children.elements.reversed() { end(child, .stopped, refusing: refusal) }
    let isDismissed = reason == .dismissedByUser || reason == .removed
    machine.endFlow(node.id, because: refusal, keepsNavigating: isDismissed)
    cancelHandlers(of: node, evenNavigating: reason != .removed)
    node.presentation = nil
    for contribution in node.contributions { contribution.retire() }
    node.contributions = []
    if let parent = node.parent {
      parent.children.remove(node)
    } else {
      roots.remove(node)
    }
    uncount(node.rootID)
    node.record.end()
    log.send(.ended(node.name, reason))
    if isDismissed, let step = node.stepOnDismissal { forward(step, from: node) }
    let listeners = node.onEnd
    node.onEnd = []
    for listener in listeners { listener(reason, value) }
    if !node.isReady { childIsAccountedFor(in: node.parent) }
    wake()
    if roots.isEmpty { complete() }
  }

  /// Says that nothing follows, once everything that was refused has been said.
  func complete() {
    guard !hasCompleted else { return }
    hasCompleted = true
    let kept = keptCalls
    keptCalls = []
    for (call, _) in kept {
      refuse(call.step, FlowCoordinator.self, .stopped)
      call.finish(refusal: .stopped)
    }
    wake()
  }

  /// Puts a step into the queue of a flow's parent.
  func forward(_ step: any Step, from node: FlowNode) {
    guard !isNone(step) else { return }
    guard let parent = node.parent else {
      context.issues.report(.forwardedFromRoot(node.name, step))
      return refuse(step, node.flowType, .noParent)
    }
    guard let chain = growChain(for: step, in: parent) else { return }
    machine.enqueue(WorkItem(step, in: parent, chain: chain), to: parent.id, origin: node.id)
    wake()
  }

  /// Puts a step into a flow's queue, as one of its own.
  func enqueue(_ step: any Step, in node: FlowNode) {
    guard !isNone(step), let chain = growChain(for: step, in: node) else { return }
    machine.enqueue(WorkItem(step, in: node, chain: chain), to: node.id, origin: node.id)
  }

  func refuse(_ step: any Step, _ flow: Any.Type, _ refusal: StepRefusal) {
    log.send(.notHandled(NavigationEvent(flow: flow, step: step), .refused(refusal)))
  }
}

extension NavigationEndReason {
  /// Why a screen that has just left the tree did.
  @MainActor
  fileprivate init(departureOf screen: NavigationLifecycle?) {
    self = screen?.departureCause?.kind == .user ? .dismissedByUser : .removed
  }
}

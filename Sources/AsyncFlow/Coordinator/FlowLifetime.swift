import NavigationRuntime

extension FlowEngine {
  /// Starts a flow: in a flow's handler as a child of that flow, elsewhere as a root.
  ///
  /// - Returns: The flow's node; `nil` if flow and stepper are refused, because the handler's flow has
  ///   ended or is nested too deep.
  func startInHandler(
    _ flow: any Flow, with stepper: any Stepper, allowsStepsWhenDismissed: Bool
  ) -> FlowNode? {
    let runner = currentRunner
    let parent = runner?.item?.node
    if let parent, !parent.isAlive {
      refuse(stepper, of: parent)
      FlowReadiness.refuse(flow)
      return nil
    }
    if let parent, refusesNesting(of: flow, with: stepper, under: parent) { return nil }
    return start(
      flow, under: parent, allowsStepsWhenDismissed: allowsStepsWhenDismissed,
      step: runner?.navigatedStep)
  }

  func start(
    _ flow: any Flow, under parent: FlowNode?, allowsStepsWhenDismissed: Bool,
    stepOnDismissal: (any Step)? = nil, step: (any Step)? = nil
  ) -> FlowNode {
    let root = flow.root
    // An unobserved window does not report the user's dismissals.
    let rootLifecycle = root.navigationContainer?.lifecycle
    rootLifecycle?.observeWindow(in: context)
    let configuration = FlowNode.Configuration(
      id: machine.addFlow(under: parent?.id), parent: parent, engine: self,
      rootID: ObjectIdentifier(root), rootLifecycle: rootLifecycle,
      borrowsRoot: count(root, under: parent),
      allowsStepsWhenDismissed: allowsStepsWhenDismissed, stepOnDismissal: stepOnDismissal,
      step: step)
    // A computed `root` may have made the controller, which only this function retains.
    let node = withExtendedLifetime(root) {
      let node = FlowNode.make(for: flow, configuration: configuration)
      node.checkRoot()
      return node
    }
    // The app's `root` may have released or stopped the coordinator, or ended the parent.
    guard life < .released else {
      node.shutDown()
      return node
    }
    let hasEndedMeanwhile = life != .running || !(parent?.isAlive ?? true)
    if let parent {
      parent.children.append(node)
      if !parent.isReady { parent.unreadyChildren += 1 }
    } else {
      roots.append(node)
    }
    node.isStartedByLink = isStartedByLink(node)
    if context.isTraced { traceStart(of: node) }
    log.send(.started(node.name))
    if hasEndedMeanwhile { end(node, .stopped, refusing: .flowEnded) }
    // An observer may have ended it.
    guard node.isAlive else { return node }
    noteChange(isOwn: node.isStartedByLink)
    if !node.borrowsRoot { noteDestination(node.rootLifecycle) }
    observe(node)
    if recorder != nil { followMoves(around: node) }
    return node
  }

  /// Counts a flow's root.
  ///
  /// Most roots are unique, so the ancestors are rarely searched.
  ///
  /// - Returns: Whether an ancestor has the same root.
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
    let (flow, root) = (node.flow, node.borrowsRoot ? nil : node.flow.root)
    let presentation = context.readingStreams {
      // Nothing but the node is captured, so that the closure needs no memory.
      OwnPresentation.observe(flow, and: root) { node.engine.receive($0, of: node) }
    }
    // The app's own streams may have ended it.
    if node.isAlive { node.presentation = presentation }
  }

  private func receive(_ event: PresentationEvent, of node: FlowNode) {
    switch event {
    case .visible(let isVisible):
      if recorder != nil { followMoves(around: node) }
      node.isVisible = isVisible
    case .dismissed(let cause):
      // The flow ends when its first stepper is there, whose steps it refuses.
      guard node.presentation != nil else { return node.hasLeftEarly = true }
      screenWasDismissed(of: node, by: cause)
    }
  }

  /// Ends a flow whose root, or whose first screen on a borrowed stack, has left the tree.
  private func screenWasDismissed(of node: FlowNode, by cause: NavigationCause) {
    guard !node.allowsStepsWhenDismissed else { return }
    end(node, NavigationEndReason(departureBy: cause), refusing: .flowEnded, by: cause)
  }

  /// Makes a flow ready when it has handled a step, or has none to begin with, and its children are
  /// ready.
  func checkReadiness(of node: FlowNode) {
    guard !node.isReady, node.isAlive, node.hasFinishedStep || node.startsWithoutStep,
      node.unreadyChildren == 0
    else { return }
    node.isReady = true
    log.send(.ready(node.name))
    context.trace?.note(TraceWork(node), .flowReady)
    node.readiness?.becomeReady()
    noteChange(isOwn: node.isStartedByLink)
    childDidBecomeReadyOrEnd(in: node.parent)
    if node.parent == nil { deliverKeptCalls() }
  }

  private func childDidBecomeReadyOrEnd(in parent: FlowNode?) {
    guard let parent, !parent.isReady else { return }
    parent.unreadyChildren -= 1
    checkReadiness(of: parent)
  }

  /// Adds a stepper without a screen, whose steps are never held.
  ///
  /// A flow's first stepper starts it.
  func add(_ stepper: any Stepper, to node: FlowNode) {
    guard node.isAlive else { return refuse(stepper, of: node) }
    defer {
      if node.hasLeftEarly {
        node.hasLeftEarly = false
        screenWasDismissed(of: node, by: node.departureCause)
      }
    }
    // An earlier stepper that is no contribution has queued its steps, or had none.
    let isFirst = node.contributions.isEmpty
    defer { if isFirst { noteStart(of: node, with: stepper) } }
    guard !needsNoSubscription(stepper) else {
      for step in stepper.initialSteps { emit(step, in: node, isInitial: true) }
      callReadyToEmitSteps(of: stepper)
      guard node.isAlive else { return StepperStorage.of(stepper).refuseWork(in: context) }
      return node.adoptWork(of: stepper)
    }
    let source = machine.addSource(to: node.id, policy: .always)
    start(Contribution(stepper, with: nil, as: source, to: node))
  }

  /// Whether a stepper emits only its initial steps, unless code sends it others.
  private func emitsOnlyInitialSteps(_ stepper: any Stepper) -> Bool {
    switch stepper {
    case is DefaultStepper: true
    case let composite as CompositeStepper: composite.steppers.allSatisfy(emitsOnlyInitialSteps)
    default: needsNoSubscription(stepper)
    }
  }

  /// Whether a stepper's type has no stream of steps, so that it needs no subscription.
  private func needsNoSubscription<S: Stepper>(_ stepper: S) -> Bool {
    S.StepSequence.self == NoSteps.self
  }

  /// Records the start of a flow, if its stepper emits no further step by itself.
  private func noteStart(of node: FlowNode, with stepper: any Stepper) {
    guard node.isAlive, !node.isReady, !machine.hasStep(node.id), emitsOnlyInitialSteps(stepper)
    else { return }
    flowsWithoutStep.append(node)
    wake()
  }

  /// Makes the flows ready that have started without a step, and have not got one since.
  ///
  /// - Returns: Whether there were such flows.
  func startFlowsWithoutStep() -> Bool {
    guard !flowsWithoutStep.isEmpty else { return false }
    for node in flowsWithoutStep.takeAll() where !machine.hasStep(node.id) {
      node.startsWithoutStep = true
      checkReadiness(of: node)
    }
    return true
  }

  /// Adds a stepper and its screen.
  func contribute(
    _ stepper: any Stepper, with presentable: any Presentable, to node: FlowNode, step: any Step,
    _ options: ContributionOptions
  ) {
    let source = machine.addSource(
      to: node.id, policy: options.whenHidden ?? .hold, whenCovered: options.whenCovered,
      allowsStepsWhenDismissed: options.outlivesScreen)
    let screen = ContributedScreen(
      presentable, step: step, stepOnDismissal: options.stepOnDismissal)
    if options.outlivesScreen { screen.expectReleaseAtEnd() }
    noteDestination(screen.lifecycle)
    if logger != nil, let container = screen.container { node.loggedScreens[container] = nil }
    // A flow of another framework records its screen itself.
    if context.isTraced, screen.foreignNode == nil { traceScreen(screen.lifecycle, of: node) }
    if node.borrowsRoot, !node.ownsFirstScreen {
      node.ownsFirstScreen = true
      if screen.lifecycle == nil {
        // Its streams have one reader.
        screen.endsFlow = true
      } else {
        node.firstScreen = presentable.observePresentation { event in
          guard case .dismissed(let cause) = event else { return }
          node.engine.screenWasDismissed(of: node, by: cause)
        }
      }
    }
    start(Contribution(stepper, with: screen, as: source, to: node), presentable)
  }

  private func start(_ contribution: Contribution, _ presentable: (any Presentable)? = nil) {
    contribution.node.contributions.append(contribution)
    if let presentable { contribution.screen?.observe(presentable, for: contribution) }
    contribution.start()
    if let reason = contribution.screen?.earlyEnd {
      contributedNodeEnded(contribution, reason)
    } else if contribution.screen?.hasLeftEarly == true {
      contributionDidEnd(contribution, by: .code)
    }
  }

  func setHidden(_ contribution: Contribution, _ isHidden: Bool) {
    let store = contribution.screen?.lifecycle?.store
    // An app in the background goes on: its steps are held only if another screen covers theirs.
    if isHidden, let store, !store.isDisplayed {
      contribution.screen?.followCovering(in: store, for: contribution)
    } else {
      setCovered(contribution, isHidden, in: store)
    }
  }

  func setCovered(_ contribution: Contribution, _ isCovered: Bool, in store: NavigationStore?) {
    let screen = isCovered ? contribution.screen?.lifecycle : nil
    let cause = screen.flatMap { store?.cause(covering: $0, rank: intent(of:)) }
    machine.setHidden(contribution.source, isCovered, by: cover(cause))
    proceed()
  }

  /// Refuses steps that screens beneath a modal have emitted before it appeared, if it is an earlier
  /// step's: they are visible still, but the platform presents nothing else over them.
  func sheetDidAppear(_ sheet: NavigationLifecycle) {
    guard machine.undoneCount > 1, let presenter = sheet.holder,
      let cover = cover(sheet.store?.cause(presenting: sheet)), cover.intent != nil
    else { return }
    var beneath: Set<ArenaIndex> = []
    for contribution in roots.subtrees.flatMap(\.contributions) {
      guard let screen = contribution.screen?.lifecycle, screen.isWithin(presenter),
        !screen.isWithin(sheet)
      else { continue }
      beneath.insert(contribution.source)
    }
    machine.cover(beneath, with: cover)
    proceed()
  }

  /// Converts the cause that hid or removed a screen into the machine's form.
  private func cover(_ cause: NavigationCause?) -> ScreenCover? {
    guard let cause else { return nil }
    return ScreenCover(intent: intent(of: cause), cause: cause)
  }

  /// The intent of the coordinator's step that a cause names.
  private func intent(of cause: NavigationCause) -> Int? {
    cause.origin.flatMap { $0.owner == ObjectIdentifier(self) ? $0.number : nil }
  }

  func contributionDidEnd(_ contribution: Contribution, by cause: NavigationCause) {
    let node = contribution.node
    if contribution.screen?.endsFlow == true {
      screenWasDismissed(of: node, by: cause)
      guard node.isAlive else { return }
    }
    guard machine.dismiss(contribution.source, by: cover(cause)) else { return proceed() }
    let reason = NavigationEndReason(departureBy: cause)
    if contribution.screen?.stopWrappedFlow(because: reason) == true { return proceed() }
    node.contributions.remove { $0 === contribution }
    contribution.retire(because: reason)
    logStack(of: node)
    proceed()
  }

  /// Records the release of a contributed controller, which may never have been on screen.
  ///
  /// The release can happen at any time; it is processed between two steps.
  func screenDidGo(of contribution: Contribution) {
    guard life != .released else { return }
    lostScreens.append(contribution)
    wake()
  }

  /// Ends the contributions whose controllers have been released, in flows that are in a window.
  ///
  /// A flow without a window belongs to a test, which may not retain controllers.
  ///
  /// - Returns: Whether controllers had been released.
  func retireLostScreens() -> Bool {
    guard !lostScreens.isEmpty else { return false }
    for contribution in lostScreens.takeAll() {
      let node = contribution.node
      guard node.isInWindow, node.contributions.contains(where: { $0 === contribution }) else {
        continue
      }
      contributionDidEnd(contribution, by: .code)
    }
    return true
  }

  /// Ends the contribution of another framework's flow that has ended itself.
  func contributedNodeEnded(_ contribution: Contribution, _ reason: NavigationEndReason) {
    contribution.screen?.end(because: reason, in: contribution.node)
    contributionDidEnd(contribution, by: .code)
  }

  /// Ends a flow and its descendants, and cancels their handlers.
  ///
  /// Steps that have not begun are refused. The handlers that have removed the flow's screen, if the
  /// cause names one, are not cancelled, and their answers decide the reason of the end.
  func end(
    _ node: FlowNode, _ reason: NavigationEndReason, refusing refusal: StepRefusal,
    value: (any Sendable)? = nil, by cause: NavigationCause? = nil
  ) {
    guard node.isAlive else { return }
    node.endReason = reason
    for child in node.children.elements.reversed() {
      end(child, .stopped, refusing: refusal, by: cause)
    }
    decideEnds(beneath: node, sparing: cause?.handler)
    // An observer of those ends may have stopped the coordinator.
    let handler = life < .completed ? cause?.handler : nil
    let isDecided = !awaitRemovers(of: node, by: handler)
    let cover = cover(cause)
    let handlers = handlers(of: node)
    machine.endFlow(
      node.id, because: refusal, keepsNavigating: reason.isDeparture || !isDecided, by: cover)
    cancel(handlers, sparing: handler)
    node.presentation = nil
    node.firstScreen = nil
    node.stepperWork = nil
    for contribution in node.contributions { contribution.retire() }
    node.contributions = ShortArray()
    if let parent = node.parent {
      parent.children.remove(node)
    } else {
      roots.remove(node)
    }
    uncount(node.rootID)
    FlowReadiness.end(node)
    if isDecided { publishEnd(of: node, reason, value) }
    noteChange(from: cover?.intent, isOwn: endsDetour(node, from: cover?.intent))
    if !node.isReady { childDidBecomeReadyOrEnd(in: node.parent) }
    wake()
  }

  /// Publishes a flow's end, and passes the value on if it finished with one; the last end completes
  /// the coordinator.
  func publishEnd(
    of node: FlowNode, _ reason: NavigationEndReason, _ value: (any Sendable)? = nil
  ) {
    node.endReason = reason
    log.send(.ended(node.name, reason))
    context.trace?.end(TraceWork(node), .flowEnded, detail: "\(reason)")
    if reason.isDeparture, let step = node.stepsOnDismissal.first { forward(step, from: node) }
    for listener in node.onEnd.takeAll() { listener(reason, value) }
    if roots.isEmpty, undecidedEnds.isEmpty { complete() }
  }

  /// The runners in which a flow's handlers run.
  ///
  /// Those of an ended flow whose answers do not count any more are not among them.
  func handlers(of node: FlowNode) -> [StepRunner] {
    machine.activeSteps(in: node.id).compactMap(\.runner)
  }

  /// Cancels the tasks in which an ended flow's handlers run.
  ///
  /// The handler that removed the flow's screen, and those that wait for it, are not cancelled.
  func cancel(_ handlers: [StepRunner], sparing handler: NavigationHandler? = nil) {
    for runner in handlers {
      if let item = runner.item, !machine.isActive(item.id, in: item.flow) { abandon(runner) }
      if let handler, runner.isResponsible(for: handler) { continue }
      runner.cancel()
    }
  }

  /// Records that a handler's answer does not count any more.
  func abandon(_ runner: StepRunner) { abandonedRunners[ObjectIdentifier(runner)] = runner }

  func cancelHandler(of call: StepCall) {
    for runner in runners.values where runner.item?.call === call { runner.cancel() }
  }

  /// Completes the coordinator: refuses kept calls and cancels links.
  ///
  /// ``FlowEvent/completed`` follows when the machine is idle.
  func complete() {
    guard life < .completed else { return }
    life = .completed
    for (call, _) in keptCalls.takeAll() { refuse(call, .stopped) }
    for link in links { link.cancel() }
    wake()
  }
}

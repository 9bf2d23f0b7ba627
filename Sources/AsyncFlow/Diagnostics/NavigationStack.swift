import NavigationRuntime

/// The screens of a flow, as the steps that led to them.
public struct NavigationStack: Sendable {
  /// The name of the flow's type.
  public let flowName: String
  /// The steps, bottom first.
  public let steps: [StepInfo]

  /// Makes a stack.
  ///
  /// - Parameters:
  ///   - flowName: The name of the flow's type.
  ///   - steps: The steps, bottom first.
  public init(flowName: String, steps: [StepInfo]) {
    self.flowName = flowName
    self.steps = steps
  }

  /// The number of screens.
  public var depth: Int { steps.count }

  /// The metadata of the screens that have any.
  public var metadata: [any FlowMetadata] { steps.compactMap(\.metadata) }
}

extension NavigationStack: CustomStringConvertible {
  /// The flow and the display names, bottom first.
  public var description: String {
    "\(flowName): " + steps.map(\.displayName).joined(separator: " → ")
  }
}

/// A step that a flow handles, as the origin of the screens that appear meanwhile.
struct HandledStep: Sendable {
  let step: any Step
  /// The flow, among those of its engine.
  let flow: ArenaIndex
  /// The flow without a parent above it.
  let root: ArenaIndex
  let engine: ObjectIdentifier

  @MainActor
  init(_ step: any Step, in node: FlowNode) {
    self.step = step
    flow = node.id
    root = node.root.id
    engine = ObjectIdentifier(node.engine)
  }
}

extension NavigationLifecycle {
  /// The step whose handler showed the screen, if one did.
  var handledStep: HandledStep? {
    (arrivalHandler as? SubjectHandler<HandledStep>)?.subject
  }

  /// The step whose handler showed the screen, if it is one of an engine's.
  func handledStep(of engine: FlowEngine) -> HandledStep? {
    handledStep.flatMap { $0.engine == ObjectIdentifier(engine) ? $0 : nil }
  }
}

extension FlowEngine {
  func logStack(of node: FlowNode) {
    guard let logger, node.isAlive else { return }
    let screens = FlowScreens(of: node, in: self)
    for screen in screens.found { followDismissal(of: screen, in: node) }
    logger(stack(of: node, screens))
  }

  /// Logs the flow's stack when a screen without a contribution has left it.
  private func followDismissal(of screen: any NavigationContainer, in node: FlowNode) {
    let lifecycle = screen.lifecycle
    guard node.loggedScreens[screen] == nil, !node.hasContributed(lifecycle) else { return }
    // The node would retain itself through its screens.
    node.loggedScreens[screen] = lifecycle.observe {
      [readiness = FlowReadiness.of(node.flow)] event in
      guard event == .dismissed, let node = readiness.node else { return }
      node.engine.logStack(of: node)
    }
  }

  /// Returns the screens of a flow: the contents of its containers, then its other contributions.
  func stack(of node: FlowNode) -> NavigationStack {
    stack(of: node, FlowScreens(of: node, in: self))
  }

  private func stack(of node: FlowNode, _ screens: FlowScreens) -> NavigationStack {
    var steps = screens.found.map { info(on: $0, in: node) }
    steps += node.contributions.filter { !screens.contains($0) }.compactMap(info)
    return NavigationStack(flowName: node.name, steps: steps)
  }

  private func info(on screen: any NavigationContainer, in node: FlowNode) -> StepInfo {
    let lifecycle = screen.lifecycle
    let here = node.contributions.filter { $0.screen?.lifecycle === lifecycle }
    if let contribution = here.first(where: \.hasMetadata) ?? here.first,
      let info = info(on: contribution)
    {
      return info
    }
    if let associated = (node.flow as? NavigationFlow)?.association(of: screen) {
      return StepInfo(
        step: associated.step,
        metadata: FlowMetadataChoice.metadata(
          of: associated.stepper, for: associated.step, in: node.flow))
    }
    let child = node.children.elements.first { $0.rootID == ObjectIdentifier(screen) }
    if let step = child?.step ?? lifecycle.handledStep(of: self)?.step {
      return StepInfo(step: step, metadata: node.flow.metadata(for: step))
    }
    let type = type(of: screen)
    return StepInfo(
      typeName: String(describing: type), caseDescription: screen.navigationRuntimeName,
      metadata: AutoFlowMetadata(from: type))
  }

  private func info(on contribution: Contribution) -> StepInfo? {
    guard let step = contribution.screen?.step else { return nil }
    return StepInfo(step: step, metadata: contribution.metadata(for: step))
  }

  /// Attributes the screens that a flow has just pushed to its step, where no tree is observed.
  func noteScreens(of node: FlowNode, after step: any Step) {
    guard let root = node.rootLifecycle, root.store == nil, let stack = root.element else { return }
    var index = stack.navigationRuntimeContainedCount - 1
    var handler: NavigationHandler?
    while index >= node.firstOwnIndex {
      let screen = stack.navigationRuntimeContained(at: index).lifecycle
      guard screen.arrivalHandler == nil else { return }
      if handler == nil {
        handler = SubjectHandler(on: HandledStep(step, in: node))
      }
      screen.arrivalHandler = handler
      index -= 1
    }
  }
}

/// Collects the screens of one flow from its containers, bottom first.
@MainActor
private struct FlowScreens {
  private let node: FlowNode
  private let engine: FlowEngine
  private(set) var found: [any NavigationContainer] = []
  private var seen: Set<ObjectIdentifier> = []

  init(of node: FlowNode, in engine: FlowEngine) {
    self.node = node
    self.engine = engine
    if let root = node.rootLifecycle?.element { add(root: root) }
  }

  private mutating func add(root: any NavigationContainer) {
    guard root.navigationRuntimeKind == .screen else { return add(contentsOf: root) }
    // In tests a flow may have no window, and then shows no screen.
    if root.isPresented { add(root) }
  }

  /// Whether a contribution needs no entry of its own: its screen has one already, or is not shown.
  func contains(_ contribution: Contribution) -> Bool {
    guard let screen = contribution.screen else { return true }
    if let lifecycle = screen.lifecycle, let element = lifecycle.element,
      seen.contains(ObjectIdentifier(element))
    {
      return true
    }
    guard screen.isController, node.isInWindow else { return false }
    return !(screen.lifecycle?.isInTree ?? false)
  }

  private mutating func add(_ screen: any NavigationContainer) {
    guard seen.insert(ObjectIdentifier(screen)).inserted else { return }
    found.append(screen)
    addPresented(by: screen)
  }

  private mutating func addPresented(by presenter: any NavigationContainer) {
    guard let presented = presenter.navigationRuntimePresented, !isRootOfAnother(presented) else {
      return
    }
    if isOneScreen(presented) { add(presented) } else { add(contentsOf: presented) }
  }

  /// Whether a container counts as one screen: it contains none, or was contributed itself.
  private func isOneScreen(_ element: any NavigationContainer) -> Bool {
    element.navigationRuntimeKind == .screen || node.hasContributed(element.lifecycle)
  }

  private mutating func add(contentsOf container: any NavigationContainer) {
    guard seen.insert(ObjectIdentifier(container)).inserted else { return }
    let isStack = container.navigationRuntimeKind == .stack
    for index in isStack ? span(in: container) : 0..<container.navigationRuntimeContainedCount {
      let child = container.navigationRuntimeContained(at: index)
      if isStack {
        add(child)
      } else if !isRootOfAnother(child) {
        if isOneScreen(child) { add(child) } else { add(contentsOf: child) }
      }
    }
    addPresented(by: container)
  }

  /// The indices of a stack that belong to the flow: from its first screen, if it borrows the
  /// stack, up to the first screen of a child that borrows it.
  private func span(in stack: any NavigationContainer) -> Range<Int> {
    let count = stack.navigationRuntimeContainedCount
    guard ObjectIdentifier(stack) == node.rootID else { return 0..<count }
    let borrowers = node.children.elements.filter { $0.borrowsRoot && $0.rootID == node.rootID }
    guard node.borrowsRoot || !borrowers.isEmpty else { return 0..<count }
    func first(of flow: FlowNode) -> Int {
      for index in 0..<count {
        let lifecycle = stack.navigationRuntimeContained(at: index).lifecycle
        if lifecycle.handledStep(of: engine)?.flow == flow.id || flow.hasContributed(lifecycle) {
          return index
        }
      }
      return count
    }
    let start = node.borrowsRoot ? first(of: node) : 0
    return start..<max(start, borrowers.map(first).min() ?? count)
  }

  private func isRootOfAnother(_ element: any NavigationContainer) -> Bool {
    let id = ObjectIdentifier(element)
    return id != node.rootID && engine.rootCounts[id] != nil
  }
}

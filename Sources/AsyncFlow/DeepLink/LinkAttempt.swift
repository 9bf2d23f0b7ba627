import NavigationRuntime

/// One attempt at a deep link's hop, with the steps that follow from it.
///
/// Those are the steps that flows forward, the first steps of their contributions, and the steps
/// that their handlers send while they run.
@MainActor
final class LinkAttempt {
  /// The attempt in whose `adapt`, or in a task of it, the current code runs.
  @TaskLocal static var current: LinkAttempt?

  /// The link; `nil` after its release.
  private(set) weak var link: DeepLink?
  /// The index of the hop.
  let hop: Int
  /// The flow that receives the hop.
  private let flow: ArenaIndex
  /// The screen or flow that an equal step has led to before.
  let screen: NavigationLifecycle?
  /// The number of the latest tree reading when it began.
  private let readingAtStart = NavigationLifecycle.lastReading
  /// The screens and flows that were contributed.
  private(set) var destinations: [NavigationLifecycle] = []
  /// The flows that `adapt` has started as detours.
  var detours: Set<ArenaIndex> = []
  /// Whether the flow that receives the hop has been removed, and not by a step of the attempt.
  private var hasLostFlow = false
  /// Whether the `adapt` of a flow has replaced one of its steps.
  var hasReplacedStep = false
  /// The number of steps of the attempt that are not done.
  private(set) var openSteps = 0

  init(_ link: DeepLink, in node: FlowNode, screen: NavigationLifecycle?) {
    self.link = link
    flow = node.id
    hop = link.hop
    self.screen = screen
  }

  /// The screens and flows that it has led to, as far as they are known.
  var screens: [NavigationLifecycle] { destinations + [screen].compactMap { $0 } }

  /// Whether all that it has led to has left, by itself or with what contains it.
  var hasLeft: Bool { screens.isEmpty ? hasLostFlow : screens.allSatisfy(hasLeft) }

  private func hasLeft(_ screen: NavigationLifecycle) -> Bool {
    guard !screen.isInTree, !hasLostFlow else { return !screen.isInTree }
    // A screen that appears with the end of a transition may leave before, and has then not been read.
    let outermost = screen.element?.platformAncestry.reduce(screen) { $1.lifecycle }
    return (outermost ?? screen).departedIn > readingAtStart
  }

  /// A flow has ended, by a step of an attempt if one is known.
  func flowDidEnd(_ node: FlowNode, by attempt: LinkAttempt?) {
    guard node.id == flow, attempt !== self else { return }
    // With an ancestor a flow ends as stopped.
    let reason = sequence(first: node, next: \.parent).compactMap(\.endReason).last
    if let reason, reason.isDeparture { hasLostFlow = true }
  }

  /// Whether neither it nor a step that follows from it has shown something, or still may.
  var hasLedNowhere: Bool { destinations.isEmpty && openSteps <= 0 }

  func noteDestination(_ destination: NavigationLifecycle) { destinations.append(destination) }

  /// Counts a new step of the attempt, or one that follows from it.
  func noteBegun() { openSteps += 1 }

  /// Counts a step as done; returns whether it was the last open one.
  func noteDone() -> Bool {
    openSteps -= 1
    guard openSteps <= 0 else { return false }
    link?.attemptDidEnd(self)
    return true
  }
}

extension FlowEngine {
  /// Returns the screen that covers the destination of an attempt.
  ///
  /// A tab that is not selected gets selected. Other covers appeared after the flow's `adapt`, or
  /// do not belong to the link, and stay. `nil` if the destination is visible or unknown, or is not
  /// shown yet.
  func cover(of attempt: LinkAttempt) async -> String? {
    let screens = attempt.screens
    guard !screens.contains(where: \.isUnobstructed), let shown = screens.last(where: \.isInTree)
    else { return nil }
    await context.select(shown, by: DeepLink.cause)
    guard let obstacle = shown.obstacles.first else { return nil }
    switch obstacle {
    case .modal(let modal, _): return modal.name
    case .entries(let top, _, _): return top.name
    case .selection(_, let tabs): return tabs.visibleLeaf.name
    }
  }
}

/// Tracking of the steps and screens that follow from a link's attempt.
extension FlowEngine {
  /// Whether a flow that starts now follows from a link's attempt, or repeats a link's detour.
  func isStartedByLink(_ node: FlowNode) -> Bool {
    if isMakingDetour { for link in links { link.detourDidStart(node) } }
    guard linkedStep == nil, !isMakingDetour else { return true }
    var repeatsDetour = false
    for link in links where link.flowDidStart(node) { repeatsDetour = true }
    return repeatsDetour
  }

  func noteDone(_ item: StepItem) {
    guard let attempt = attempts[item.intent] else { return }
    guard attempt.noteDone() else {
      // The others may all wait for results.
      if !suspended.isEmpty { attempt.link?.wake(.attempt) }
      return
    }
    attempts[item.intent] = nil
  }

  /// Returns the flows on screen whose results the `navigate` of an attempt's steps awaits, outermost
  /// first, and whether those steps all wait for them.
  func flowsAwaited(by attempt: LinkAttempt) -> (flows: [FlowNode], isAtRest: Bool) {
    var flows: [FlowNode] = []
    var isAtRest = true
    for report in machine.reports where attempts[report.item.intent] === attempt {
      switch report.state {
      // What it waits for is a detour.
      case .active(.suspended) where report.isInAdapt: return ([], false)
      case .active(.suspended(.child(let id))):
        let flow = report.item.node.child(id)
        if let flow, !flow.isOffScreen { flows.append(flow) } else { isAtRest = false }
      // The step that it waits for is one of the attempt's.
      case .active(.suspended(.call)): break
      case .active, .queued, .held, .beneath, .settling: isAtRest = false
      }
    }
    return (flows, isAtRest)
  }

  func noteDestination(_ lifecycle: NavigationLifecycle?) {
    guard !attempts.isEmpty, let lifecycle, let step = followedStep else { return }
    attempts[step.intent]?.noteDestination(lifecycle)
  }

  /// Whether the end of a flow, whose screen a step with this intent may have removed, follows from a
  /// link's detour, as far as is known.
  func endsDetour(_ node: FlowNode, from intent: Int?) -> Bool {
    guard !links.isEmpty else { return false }
    let attempt = intent.flatMap { attempts[$0] }
    var endsDetour = false
    for link in links where link.flowDidEnd(node, by: attempt) { endsDetour = true }
    return endsDetour
  }

  /// Notifies the links that a flow has started, become ready or ended.
  func noteChange(from intent: Int? = nil, isOwn: Bool) {
    guard !links.isEmpty else { return }
    let intent = intent ?? followedStep?.intent
    let isOwn = isOwn || isMakingDetour || intent.map { attempts[$0] != nil } ?? false
    for link in links {
      link.flowsDidChange(isOwn: isOwn)
      // It may be the flow whose result a handler awaits.
      if !suspended.isEmpty { link.wake(.attempt) }
    }
  }
}

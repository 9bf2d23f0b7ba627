import Foundation
import NavigationRuntime

/// The run of a journey, which leads a flow to its branch of a place.
///
/// It compares what is shown with what is wanted, and makes the difference, until there is none. The
/// context retains it until the journey has an outcome.
@MainActor
final class JourneyRun: JourneyGuide {
  /// The run in whose task the current code runs.
  @TaskLocal private static var current: JourneyRun?

  /// The run in whose task the current code runs, if its journey has no outcome yet.
  static var running: JourneyRun? {
    guard let current, !current.hasEnded else { return nil }
    return current
  }

  /// The handle.
  let journey: Journey

  var hasEnded: Bool { journey.outcome != nil }

  var waitingFor: String? {
    tracker.waitingActivities.first?.waitingFor ?? attachedEntry?.attachment
  }

  private(set) weak var node: FlowNode?
  /// The wanted branch; `nil` without one, and after the end.
  private(set) var goal: BranchGoal?
  /// The flows and entries that lead to the branch.
  let path: [String]
  /// Whether it restores the visibility of the last entry, too.
  let isWhole: Bool
  /// Whether the transition is animated if one entry is missing.
  let isAnimated: Bool
  /// Whether no transition is animated.
  var isSilent = true
  /// The number of passes so far.
  var passCount = 0
  /// Whether the current pass has led to a change.
  var hasChanged = false
  /// The missing entries, according to the current pass.
  var missing: [MissingEntry] = []
  /// The branches of the place that belong to no flow.
  let otherBranches: [MissingEntry]
  /// The elements whose removal was requested.
  var removals: Set<NavigationNodeID> = []

  /// The entry whose attachment the journey awaits.
  var attachedEntry: EntryGoal?
  /// The run of the journey that the attachment awaits.
  private weak var awaited: JourneyRun?

  private let context: NavigationContext
  private let tracker = TaskTracker()
  private var task: Task<Void, Never>?
  private var timer: Cancellation?
  private var flowEnd: Cancellation?

  /// Makes the run of a journey to a flow's branch of a place.
  ///
  /// The place may be a part of another framework's journey, which restores the visibility of the
  /// last entry itself.
  init(
    _ node: FlowNode, to place: NavigationPlace, at path: [String] = [], isAnimated: Bool,
    isWhole: Bool = true
  ) {
    var others = place.branches
    let index = others.firstIndex { $0.flow == node.flowName }
    goal = index.map { BranchGoal(others.remove(at: $0)) }
    otherBranches = others.map { MissingEntry(path: path + [$0.flow], reason: .noFlow) }
    journey = Journey(to: place, of: node.flowName, in: node.context)
    self.node = node
    self.path = path
    self.isAnimated = isAnimated
    self.isWhole = isWhole
    context = node.context
    journey.guide = self
  }

  func cancel() { finish(.cancelled) }

  /// Refuses an attachment that is about to wait for its own journey, directly or by way of another
  /// one: neither would ever end.
  ///
  /// Only the attachment's own task counts. A task that it starts may await the journey.
  func willAwaitOutcome() {
    guard let caller = Self.running, let entry = caller.attachedEntry,
      caller.task?.hashValue == TaskTracker.currentTaskID
    else { return }
    caller.awaited = self
    let chain = sequence(first: self) { run in
      run.awaited.flatMap { $0.hasEnded ? nil : $0 }
    }
    guard chain.contains(where: { $0 === caller }) else { return }
    caller.restart(without: entry, because: "its attachment waits for the journey itself")
  }

  func begin(deadline: TimeInterval?) {
    guard let node else { return finish(.cancelled) }
    flowEnd = node.onEnd { [weak self] _ in self?.finish(.cancelled) }
    guard !hasEnded else { return }
    context.runningJourneys.add(self)
    tracker.join(context.activity)
    if let deadline {
      timer = context.clock.schedule(after: deadline) { [weak self] in
        guard let self else { return }
        finish(.timedOut(waitingFor: waitingFor ?? "its turn"))
      }
    }
    guard let trace = context.trace else { return run() }
    trace.within(trace.begin(TraceWork(journey), .journeyBegan, journey.name)) { run() }
  }

  /// Compares again from the beginning, because the attachment of an entry may never return.
  ///
  /// The entry is missing if it is not attached again.
  func restart(without entry: EntryGoal, because reason: String) {
    guard !hasEnded else { return }
    entry.reason = .notHandled(reason)
    task?.cancel()
    run()
  }

  private func run() {
    attachedEntry = nil
    awaited = nil
    task = Self.$current.withValue(self) {
      tracker.begin(journey.name) { [self] in await follow() }
    }
  }

  /// Whether the journey continues, in the current task.
  var isGoing: Bool { !hasEnded && !Task.isCancelled }

  /// Ends the journey; only the first outcome counts.
  func finish(_ outcome: JourneyOutcome) {
    guard !hasEnded else { return }
    context.trace?.end(
      TraceWork(journey), .journeyEnded, outcome: outcome.name,
      detail: context.trace?.options.includesValues ?? false ? "\(outcome)" : nil)
    journey.end(outcome)
    timer = nil
    flowEnd = nil
    goal = nil
    task?.cancel()
    task = nil
    context.runningJourneys.remove(self)
  }
}

@MainActor
private final class RunningJourneys {
  private var runs: [JourneyRun] = []

  /// Adds a journey, which supersedes the older ones in its window.
  ///
  /// A part of another framework's journey supersedes only those of its flow and of the flows
  /// beneath it, because the journey that it belongs to may be CoreFlow's again.
  func add(_ run: JourneyRun) {
    let others = runs
    runs.append(run)
    guard let node = run.node else { return }
    for other in others {
      let isInReach =
        run.isWhole
        ? other.node?.isInWindow(of: node) : other.node?.ancestry.contains { $0 === node }
      if isInReach ?? false { other.finish(.superseded) }
    }
  }

  func remove(_ run: JourneyRun) {
    runs.removeAll { $0 === run }
  }
}

extension NavigationContext {
  fileprivate var runningJourneys: RunningJourneys { stored { RunningJourneys() } }
}

extension FlowNode {
  /// Whether both flows are in one window; if one of them is in none, whether both have a root flow
  /// in common.
  fileprivate func isInWindow(of other: FlowNode) -> Bool {
    if let element = treeElement?.lifecycle, let otherElement = other.treeElement?.lifecycle {
      if element.outermost === otherElement.outermost { return true }
      // One flow can have others in several windows.
      if element.isInTree, otherElement.isInTree { return false }
    }
    return root === other.root
  }
}

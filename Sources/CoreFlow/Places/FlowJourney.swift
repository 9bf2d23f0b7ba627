import Foundation
import NavigationRuntime

extension Flowable {
  /// Travels to a place, and waits for the outcome.
  ///
  /// Screens that are in both places stay. Those that are only in the current one are removed, those
  /// that are only in the other one come up by ``PlaceRouting/attachChild(for:)``; then the tabs and
  /// the state are restored, and the last visible entry is uncovered. A window has one journey at
  /// a time: a newer one, of any CoreFlow flow in the window, supersedes it. The end of this flow
  /// cancels it, and so does the cancellation of the calling task.
  ///
  /// ```swift
  /// let place = parent.place
  /// parent.attach(DetailFlow(), by: .push)
  /// if case .incomplete(let missing) = await parent.travel(to: place) { print(missing) }
  /// ```
  ///
  /// - Parameters:
  ///   - place: A place of this flow. The branch with the name of the flow's type is used; the
  ///     others are missing.
  ///   - animated: Whether the transition is animated if one entry is missing. If more are, none
  ///     is.
  ///   - deadline: The seconds of the context's clock after which the journey ends; `nil` for none.
  /// - Returns: The outcome.
  public func travel(
    to place: NavigationPlace, animated: Bool = true, deadline: TimeInterval? = nil
  ) async -> JourneyOutcome {
    await startJourney(to: place, animated: animated, deadline: deadline).valueOrCancel()
  }

  /// Starts a journey to a place; see ``travel(to:animated:deadline:)``.
  ///
  /// - Parameters:
  ///   - place: A place of this flow.
  ///   - animated: Whether the transition is animated if one entry is missing.
  ///   - deadline: The seconds of the context's clock after which the journey ends; `nil` for none.
  /// - Returns: The journey, which continues without a reference to it.
  @discardableResult
  public func startJourney(
    to place: NavigationPlace, animated: Bool = true, deadline: TimeInterval? = nil
  ) -> FlowJourney {
    let journey = FlowJourney(flowNode, to: place, isAnimated: animated)
    journey.begin(deadline: deadline)
    return journey
  }
}

/// The journeys of a context that have no outcome yet.
@MainActor
final class RunningJourneys {
  private var journeys: [FlowJourney] = []

  /// Adds a journey, which supersedes the older ones in its window.
  ///
  /// A part of another framework's journey supersedes only those of its flow and of the flows
  /// beneath it, because the journey that it belongs to may be CoreFlow's again.
  func add(_ journey: FlowJourney) {
    let others = journeys
    journeys.append(journey)
    guard let node = journey.node else { return }
    for other in others {
      let isInReach =
        journey.isWhole
        ? other.node?.isInWindow(of: node) : other.node?.ancestry.contains { $0 === node }
      if isInReach ?? false { other.finish(.superseded) }
    }
  }

  func remove(_ journey: FlowJourney) {
    journeys.removeAll { $0 === journey }
  }
}

extension NavigationContext {
  fileprivate var runningJourneys: RunningJourneys {
    let key = ObjectIdentifier(RunningJourneys.self)
    if let journeys = extensionStorage[key] as? RunningJourneys { return journeys }
    let journeys = RunningJourneys()
    extensionStorage[key] = journeys
    return journeys
  }
}

extension FlowNode {
  /// Whether both flows have a window or a root flow in common.
  fileprivate func isInWindow(of other: FlowNode) -> Bool {
    if let element = treeElement?.lifecycle.outermost,
      element === other.treeElement?.lifecycle.outermost
    {
      return true
    }
    return Array(ancestry).last === Array(other.ancestry).last
  }
}

/// A handle on a journey to a place.
///
/// The context retains it until there is an outcome; releasing the handle does not cancel it.
/// `settled()` lists a journey that waits.
@MainActor
public final class FlowJourney {
  /// The journey in whose task the current code runs.
  @TaskLocal private static var current: FlowJourney?

  /// The journey in whose task the current code runs, if it has no outcome yet.
  static var running: FlowJourney? {
    guard let current, current.outcome == nil else { return nil }
    return current
  }

  /// The outcome; `nil` until there is one.
  public private(set) var outcome: JourneyOutcome?

  /// A description of the awaited event; `nil` if the journey does not wait.
  public var waitingFor: String? {
    outcome == nil ? tracker.waitingActivities.first?.waitingFor : nil
  }

  /// The flow.
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
  /// The number of comparisons so far.
  var passCount = 0
  /// Whether the current comparison has led to a change.
  var hasChanged = false
  /// The missing entries, according to the current comparison.
  var missing: [MissingEntry] = []
  /// The branches of the place that belong to no flow.
  let otherBranches: [MissingEntry]
  /// The elements whose removal was requested.
  var removals: Set<NavigationNodeID> = []

  private let context: NavigationContext
  private let name: String
  private let tracker = TaskTracker()
  private var task: Task<Void, Never>?
  private var timer: Cancellation?
  private var flowEnd: Cancellation?
  private var waiters: [ActivityWaiter<JourneyOutcome>] = []

  init(
    _ node: FlowNode, to branch: NavigationPlace.Branch?, at path: [String], isAnimated: Bool,
    isWhole: Bool, otherBranches: [MissingEntry] = []
  ) {
    self.node = node
    self.path = path
    self.isAnimated = isAnimated
    self.isWhole = isWhole
    self.otherBranches = otherBranches
    goal = branch.map { BranchGoal($0) }
    context = node.context
    name = "a journey of \(node.flowName)"
  }

  convenience init(_ node: FlowNode, to place: NavigationPlace, isAnimated: Bool) {
    var others = place.branches
    let index = others.firstIndex { $0.flow == node.flowName }
    let branch = index.map { others.remove(at: $0) }
    self.init(
      node, to: branch, at: [], isAnimated: isAnimated, isWhole: true,
      otherBranches: others.map { MissingEntry(path: [$0.flow], reason: .noFlow) })
  }

  /// Waits for the outcome; returns at once if there is one.
  ///
  /// Cancelling the waiting task does not cancel the journey; call ``cancel()``. A journey without a
  /// deadline may wait for ever, for a login for instance; a test that must not hang waits with
  /// ``/NavigationRuntime/NavigationContext/settled(within:)`` and then reads ``outcome`` and
  /// ``waitingFor``.
  ///
  /// - Returns: The outcome.
  public func value() async -> JourneyOutcome {
    if let outcome { return outcome }
    return await context.activity.wait(for: name) { waiters.append($0) }
  }

  /// Cancels the journey; has no effect after its end.
  ///
  /// What is shown stays. The outcome is set when this method returns.
  public func cancel() { finish(.cancelled) }

  /// Waits for the outcome; the cancellation of the calling task cancels the journey.
  func valueOrCancel() async -> JourneyOutcome {
    await withTaskCancellationHandler {
      await value()
    } onCancel: {
      onMainActor { self.cancel() }
    }
  }

  func begin(deadline: TimeInterval?) {
    guard let node else { return finish(.cancelled) }
    flowEnd = node.onEnd { [weak self] _ in self?.finish(.cancelled) }
    guard outcome == nil else { return }
    context.runningJourneys.add(self)
    tracker.join(context.activity)
    if let deadline {
      timer = context.clock.schedule(after: deadline) { [weak self] in
        guard let self else { return }
        finish(.timedOut(waitingFor: waitingFor ?? "its turn"))
      }
    }
    run()
  }

  /// Compares again from the beginning, because the flow that attaches an entry has ended.
  ///
  /// Its method may never return.
  func restart() {
    guard outcome == nil else { return }
    task?.cancel()
    run()
  }

  private func run() {
    task = Self.$current.withValue(self) { tracker.begin(name) { [self] in await follow() } }
  }

  /// Whether the journey continues, in the current task.
  var isGoing: Bool { outcome == nil && !Task.isCancelled }

  /// Ends the journey; only the first outcome counts.
  func finish(_ outcome: JourneyOutcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    timer = nil
    flowEnd = nil
    goal = nil
    task?.cancel()
    task = nil
    context.runningJourneys.remove(self)
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { waiter.resume(returning: outcome) }
  }
}

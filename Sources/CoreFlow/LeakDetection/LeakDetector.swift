import Foundation

/// Detects flows, cores and screens that are not released, or screens that do not leave, after
/// their end.
///
/// Each context has one. Flows add their expectations themselves; an app can add its own:
///
/// ```swift
/// context.leakDetector.expectDeallocate(session, path: "Login")
/// ```
///
/// It is enabled in debug builds, unless the environment variable `DISABLE_LEAK_DETECTION` is `yes`
/// or `true`. In release builds it is disabled and costs nothing until ``isEnabled`` is set.
@MainActor
public final class LeakDetector {
  /// Whether expectations are open.
  public enum Status: Sendable, Equatable {
    /// Expectations are open.
    case inProgress
    /// No expectation is open.
    case complete
  }

  /// Whether new expectations are checked.
  public var isEnabled: Bool

  /// The seconds in which flows, cores and other objects have to be released; 1 by default.
  public var objectDelay: TimeInterval = 1

  /// The seconds in which screens have to leave and to be released; 5 by default.
  public var screenDelay: TimeInterval = 5

  /// Returns whether an object is retained on purpose.
  ///
  /// Called when its time is over. By default no object is.
  public var isKeptOnPurpose: @MainActor (AnyObject) -> Bool = { _ in false }

  /// Called with each finding; by default reports it as an issue of the context.
  public var onFinding: @MainActor (LeakFinding) -> Void

  /// Whether expectations are open.
  public var status: Status { open.isEmpty ? .complete : .inProgress }

  private let clock: any NavigationClock
  private let issues: IssueReporter
  private var open: [ObjectIdentifier: LeakExpectation] = [:]
  private let statuses = Multicast<Status>(bufferSize: 1)
  private let published = Multicast<LeakFinding>()

  init(clock: any NavigationClock, issues: IssueReporter) {
    self.clock = clock
    self.issues = issues
    isEnabled = Self.isEnabledByDefault(ProcessInfo.processInfo.environment)
    onFinding = { issues.report(.leak($0)) }
    statuses.send(status)
  }

  /// A new stream of the current status, then of each change.
  public var statusStream: AsyncStream<Status> { statuses.stream }

  /// A new stream of the findings from now on.
  public var findings: AsyncStream<LeakFinding> { published.stream }

  /// Observes the current status and each change.
  ///
  /// - Parameter sink: Called on the main actor.
  /// - Returns: A handle that keeps the sink subscribed.
  public func observeStatus(_ sink: @escaping @MainActor (Status) -> Void) -> Cancellation {
    statuses.sink(sink)
  }

  /// Expects an object to be released.
  ///
  /// - Parameters:
  ///   - object: The object; held weakly.
  ///   - seconds: The time limit in seconds; ``objectDelay`` by default.
  ///   - path: The path of its flow, for the finding.
  ///   - note: Further information for the finding.
  /// - Returns: A handle that cancels the expectation.
  @discardableResult
  public func expectDeallocate(
    _ object: AnyObject, within seconds: TimeInterval? = nil, path: String, note: String? = nil
  ) -> LeakExpectation {
    expect(.deallocate, of: object, seconds ?? objectDelay, path, note)
  }

  /// Expects a screen to leave the tree or to be released.
  ///
  /// - Parameters:
  ///   - screen: The screen; held weakly.
  ///   - seconds: The time limit in seconds; ``screenDelay`` by default.
  ///   - path: The path of its flow, for the finding.
  ///   - note: Further information for the finding.
  /// - Returns: A handle that cancels the expectation.
  @discardableResult
  public func expectDisappear(
    _ screen: any NavigationContainer, within seconds: TimeInterval? = nil, path: String,
    note: String? = nil
  ) -> LeakExpectation {
    expect(.disappear, of: screen, seconds ?? screenDelay, path, note)
  }

  private func expect(
    _ expectation: LeakFinding.Expectation, of object: AnyObject, _ seconds: TimeInterval,
    _ path: String, _ note: String?
  ) -> LeakExpectation {
    let entry = LeakExpectation(
      object,
      LeakFinding(
        expectation: expectation, typeName: "\(type(of: object))", path: path, seconds: seconds,
        note: note))
    guard isEnabled else { return entry }
    open[ObjectIdentifier(entry)] = entry
    entry.end = { [weak self] entry in
      guard let self else { return }
      open[ObjectIdentifier(entry)] = nil
      if open.isEmpty { statuses.send(.complete) }
    }
    entry.timer = clock.schedule(after: seconds) { [weak self, weak entry] in
      if let self, let entry { check(entry) }
    }
    if open.count == 1 { statuses.send(.inProgress) }
    return entry
  }

  private func check(_ entry: LeakExpectation) {
    guard entry.end != nil else { return }
    if entry.isUnfulfilled, let object = entry.object, !isKeptOnPurpose(object) {
      issues.trace?.record(.leak, entry.finding.typeName, in: entry.finding.path) {
        $0.detail = entry.finding.description
        $0.advice = NavigationIssue.leak(entry.finding).advice
      }
      onFinding(entry.finding)
      published.send(entry.finding)
    }
    entry.cancel()
  }

  package static func isEnabledByDefault(_ environment: [String: String]) -> Bool {
    let answer = environment["DISABLE_LEAK_DETECTION"]?.lowercased()
    return isDebugBuild && answer != "yes" && answer != "true"
  }

  private static var isDebugBuild: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }
}

extension NavigationLifecycle {
  /// The path of the flow whose screen is beneath this one in a stack, or presents it; without a
  /// flow, the screen's name.
  fileprivate var nameBeneath: String? {
    guard let beneath = entryBeneath ?? (isModal ? holder?.element : nil) else { return nil }
    let flow = beneath.lifecycle.flow as? any Flowable
    return flow?.flowNode.path ?? beneath.navigationRuntimeName
  }
}

extension NavigationContext {
  /// The leak detector of this context.
  public var leakDetector: LeakDetector {
    stored { LeakDetector(clock: clock, issues: issues) }
  }
}

extension NavigationIssue {
  static func leak(_ finding: LeakFinding) -> Self {
    let advice =
      switch finding.expectation {
      case .deallocate:
        "Look for a strong reference to it: a listener, a router, a closure without [weak self]."
      case .disappear:
        "Remove it where it was shown, or keep its flow attached while it is on screen."
      }
    return NavigationIssue(
      code: .init(rawValue: "leak"), fact: finding.description, advice: advice, at: nil)
  }
}

extension LeakExpectation {
  /// The expectations of flows' cores and screens, in all contexts.
  private static let ofParts = WeakTable<[LeakExpectation]>()

  /// Ends, too, when another flow takes the object over, which is a flow's core or screen.
  fileprivate func endWhenTakenOver() {
    guard end != nil, let object else { return }
    Self.ofParts[object] = (Self.ofParts[object] ?? []).filter { $0.end != nil } + [self]
  }

  /// Cancels the expectations of a core or screen that a flow has created, and another one had before.
  static func takeOver(_ object: AnyObject) {
    guard let expectations = ofParts[object] else { return }
    ofParts[object] = nil
    for expectation in expectations { expectation.cancel() }
  }
}

extension FlowNode {
  /// Observes the screen: when it leaves, a flow that is shown by hand has to be released.
  ///
  /// One that is attached without a route stays its parent's, which may show the screen again.
  func watch(_ screen: any NavigationContainer) {
    guard leakDetector.isEnabled, screenWatch == nil else { return }
    var beneath: String?
    screenWatch = screen.observePresentation { [weak self, weak screen] event in
      guard let self, let screen, !isShownByFlow, extras?.outlivesScreen != true else { return }
      switch event {
      case .visible:
        if !isOver { forgetExpectations() }
        beneath = screen.lifecycle.nameBeneath ?? beneath
      case .dismissed:
        // The former screen of a flow that is in use again has not been shown by hand.
        guard parent == nil, screenRemoval == nil else { return }
        expectRelease(note: beneath.map { "It was shown on top of \($0)." })
      }
    }
  }

  /// Expects a flow to be released whose screen has left, and which no parent has attached: its owner
  /// has to release it now.
  func expectRelease(note: String? = nil) {
    guard let flow, leakDetector.isEnabled else { return }
    forgetExpectations()
    releaseExpectations = [leakDetector.expectDeallocate(flow, path: path, note: note)]
  }

  /// Cancels the expectations of an earlier end when the flow is in use again.
  func forgetExpectations() {
    for expectation in releaseExpectations { expectation.cancel() }
    releaseExpectations = []
  }

  func expectReleaseOfParts() {
    let detector = leakDetector
    screenWatch = nil
    guard detector.isEnabled else { return }
    let path = path
    // Another flow may use either by now.
    if let core, (core as? any ManagedCore)?.lifecycleState.refusesActions ?? true {
      detector.expectDeallocate(core, path: path).endWhenTakenOver()
    }
    if let screen, screen.lifecycle.flow == nil {
      detector.expectDisappear(screen, path: path).endWhenTakenOver()
      detector.expectDeallocate(screen, within: detector.screenDelay, path: path)
        .endWhenTakenOver()
    }
  }
}

extension FlowChild {
  /// Expects the node to be released, and its screen to leave.
  func addExpectations(to detector: LeakDetector) {
    guard detector.isEnabled else { return }
    let flowNode = flowNode
    let path = flowNode?.path ?? name
    var expectations = [detector.expectDeallocate(node, path: path)]
    if let screen = flowNode?.screen, screen.lifecycle.flow === node {
      let expectation = detector.expectDisappear(screen, path: path)
      expectation.endWhenTakenOver()
      expectations.append(expectation)
    }
    flowNode?.forgetExpectations()
    flowNode?.releaseExpectations = expectations
  }
}

/// A handle on an expectation of a ``LeakDetector``.
///
/// Releasing it has no effect. Each expectation refers to its object itself, so neither two
/// expectations of one object nor two objects at one address affect each other.
@MainActor
public final class LeakExpectation {
  weak var object: AnyObject?
  let finding: LeakFinding
  var timer: Cancellation?
  var end: (@MainActor (LeakExpectation) -> Void)?

  init(_ object: AnyObject, _ finding: LeakFinding) {
    self.object = object
    self.finding = finding
  }

  /// Cancels the expectation without a report.
  ///
  /// Does nothing when the expectation has ended.
  public func cancel() {
    timer = nil
    end.take()?(self)
  }

  fileprivate var isUnfulfilled: Bool {
    guard let object else { return false }
    switch finding.expectation {
    case .deallocate:
      // One that its container retains until either returns is removed then.
      return !((object as? any NavigationContainer)?.lifecycle.waitsForReturn ?? false)
    case .disappear: return (object as? any NavigationContainer)?.lifecycle.isInTree ?? false
    }
  }
}

/// An object that is still alive, or a screen that is still shown, after its end.
public struct LeakFinding: Sendable, Equatable, CustomStringConvertible {
  /// The kind of an expectation.
  public enum Expectation: Sendable, Equatable {
    /// To be released.
    case deallocate
    /// To leave the screen.
    case disappear
  }

  /// The expectation that was not fulfilled.
  public var expectation: Expectation
  /// The type of the object.
  public var typeName: String
  /// The path of its flow in the flow tree, from the root.
  public var path: String
  /// The time limit, in seconds.
  public var seconds: TimeInterval
  /// Further information, such as the screen beneath it.
  public var note: String?

  /// The finding in words: the type, the time limit, the path and the note.
  public var description: String {
    let fact =
      switch expectation {
      case .deallocate: "\(typeName) is still alive \(seconds) s after its end."
      case .disappear: "\(typeName) is still on screen \(seconds) s after its end."
      }
    return ["\(fact) Its path was \(path).", note].compactMap { $0 }.joined(separator: " ")
  }
}

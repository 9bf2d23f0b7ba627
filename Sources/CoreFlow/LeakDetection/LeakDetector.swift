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
  public private(set) var status = Status.complete

  private let clock: any NavigationClock
  private var open: [ObjectIdentifier: LeakExpectation] = [:]
  private let statuses = Multicast<Status>(bufferSize: 1)
  private let published = Multicast<LeakFinding>()
  private var flows: [ObjectIdentifier: WeakFlow] = [:]
  private var sweepSize = 32

  private struct WeakFlow {
    weak var branch: FlowBranch?
    weak var screen: AnyObject?
  }

  init(clock: any NavigationClock, issues: IssueReporter) {
    self.clock = clock
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
    entry.end = { [weak self] in self?.close($0) }
    entry.timer = clock.schedule(after: seconds) { [weak self, weak entry] in
      if let self, let entry { check(entry) }
    }
    updateStatus()
    return entry
  }

  private func check(_ entry: LeakExpectation) {
    guard entry.end != nil else { return }
    if entry.isDisappointed, let object = entry.object, !isKeptOnPurpose(object) {
      onFinding(entry.finding)
      published.send(entry.finding)
    }
    entry.cancel()
  }

  private func close(_ entry: LeakExpectation) {
    open[ObjectIdentifier(entry)] = nil
    updateStatus()
  }

  private func updateStatus() {
    let now: Status = open.isEmpty ? .complete : .inProgress
    guard now != status else { return }
    status = now
    statuses.send(now)
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

extension LeakDetector {
  /// Remembers the flow of a screen.
  func register(_ branch: FlowBranch, showing screen: any NavigationContainer) {
    if flows.count >= sweepSize {
      flows = flows.filter { $0.value.screen != nil }
      sweepSize = max(32, flows.count * 2)
    }
    flows[ObjectIdentifier(screen)] = WeakFlow(branch: branch, screen: screen)
  }

  /// The path of the flow whose screen is beneath another in a stack, or presents it; without a
  /// flow, the screen's name.
  func flowName(beneath screen: any NavigationContainer) -> String? {
    let lifecycle = screen.lifecycle
    let presenter = lifecycle.isModal ? lifecycle.surrounding : nil
    guard let beneath = lifecycle.entryBeneath ?? presenter else { return nil }
    if let known = flows[ObjectIdentifier(beneath)], known.screen === beneath,
      let branch = known.branch
    {
      return branch.path
    }
    return beneath.navigationRuntimeName
  }
}

extension NavigationContext {
  /// The leak detector of this context.
  public var leakDetector: LeakDetector {
    let key = ObjectIdentifier(LeakDetector.self)
    if let detector = companions[key] as? LeakDetector { return detector }
    let detector = LeakDetector(clock: clock, issues: issues)
    companions[key] = detector
    return detector
  }
}

extension NavigationIssue {
  static func leak(_ finding: LeakFinding) -> Self {
    NavigationIssue(
      code: .init(rawValue: "leak"), fact: finding.description,
      advice: "Look for a strong reference to it: a listener, a router, a closure without "
        + "[weak self].",
      at: nil)
  }
}

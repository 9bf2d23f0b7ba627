import AsyncFlow
import NavigationRuntime
import TestSupport

enum TestStep: Step, Equatable {
  case start
  case number(Int)
  case push(String)
  case child(String)
  case forward(Int)
  case end
  case stop
}

enum OtherStep: Step, Equatable { case other }

final class TestStepper: FlowStepper {
  @Steps var steps
  let initialStep: any Step
  var onReady: (() -> Void)?
  init(_ initialStep: any Step = NoneStep()) { self.initialStep = initialStep }
  func readyToEmitSteps() { onReady?() }
  func send(_ step: TestStep) { steps.send(step) }
}

/// A flow with answers that a test supplies, which records the steps that it handles.
@MainActor
class ScriptedFlow: Flow {
  let root: any Presentable
  var handled: [TestStep] = []
  var onNavigate: (@MainActor (TestStep) async -> FlowContributors)?
  var onAdapt: (@MainActor (TestStep) async -> TestStep?)?

  init(root: any Presentable = HeadlessViewController()) { self.root = root }

  func navigate(to step: TestStep) async -> FlowContributors {
    handled.append(step)
    return await onNavigate?(step) ?? .none
  }

  func adapt(step: TestStep) async -> TestStep? {
    guard let onAdapt else { return step }
    return await onAdapt(step)
  }
}

final class OtherFlow: Flow {
  let screen = HeadlessViewController()
  var root: any Presentable { screen }
  var handled: [OtherStep] = []
  func navigate(to step: OtherStep) async -> FlowContributors {
    handled.append(step)
    return .none
  }
}

/// A coordinator in its own context, with the events and issues that it publishes.
@MainActor
final class CoordinatorWorld {
  let context: NavigationContext
  let coordinator: FlowCoordinator
  private(set) var issues: [NavigationIssue] = []
  private(set) var events: [FlowEvent] = []
  private var subscription: Cancellation?
  private var headless: HeadlessWorld?

  init(context: NavigationContext = NavigationContext(clock: ManualNavigationClock())) {
    self.context = context
    coordinator = FlowCoordinator(context: context)
    context.issues.handler = { [weak self] in
      $0.demandSiteOfCaller()
      self?.issues.append($0)
    }
    subscription = coordinator.onEvent { [weak self] in self?.events.append($0) }
  }

  /// Makes a coordinator in a window, which it keeps alive.
  convenience init(_ headless: HeadlessWorld) {
    self.init(context: headless.context)
    self.headless = headless
  }

  var issueCodes: [String] { issues.map(\.code.rawValue) }

  /// The steps that were not handled, with their outcomes.
  var notHandled: [String] {
    events.compactMap {
      if case .notHandled(let event, let outcome) = $0 {
        "\(event.stepDescription): \(outcome)"
      } else {
        nil
      }
    }
  }

  var log: [String] { events.map(\.description) }

  /// Lets all work run; in a world whose transitions the test ends, ends each one when nothing else
  /// can run.
  func settle(endingTransitionsOf manual: HeadlessWorld?) async {
    if let manual {
      for _ in 0..<20 {
        for _ in 0..<5 { await letOthersRun() }
        manual.platform.completeAllTransitions()
      }
    }
    await coordinator.settled()
  }
}

/// Opens once and resumes all waiters.
@MainActor
final class Gate {
  private var isOpen = false
  private var waiters: [CheckedContinuation<Void, Never>] = []
  private var arrivals: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    for arrival in arrivals { arrival.resume() }
    arrivals = []
    guard !isOpen else { return }
    await withCheckedContinuation { waiters.append($0) }
  }

  /// Returns as soon as there is a waiter.
  func someone() async {
    guard waiters.isEmpty, !isOpen else { return }
    await withCheckedContinuation { arrivals.append($0) }
  }

  func open() {
    isOpen = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }
}

import CoreFlow
import TestSupport

struct CounterState {
  var count = 0
  var text = "a text that does not fit into sixteen bytes"
  var doubled: Int { count * 2 }
}

indirect enum CounterAction {
  case add(Int)
  case rename(String)
  case readCurrentState
  case sendBoth(CounterAction, CounterAction)
  case perform(Effect<CounterAction>)
  case both(CounterAction, Effect<CounterAction>)
}

/// Performs its actions literally.
final class CounterCore: Core<CounterAction, CounterState> {
  private(set) var log: [String] = []
  var lastWord: CounterAction?
  var onReduce: (CounterAction) -> Void = { _ in }

  override func reduce(
    state: inout CounterState, action: CounterAction
  ) -> Effect<CounterAction> {
    onReduce(action)
    switch action {
    case .add(let number):
      state.count += number
      return .none
    case .rename(let text):
      state.text = text
      return .none
    case .readCurrentState:
      state.count = currentState.count
      return .none
    case .sendBoth(let first, let second):
      send(first)
      send(second)
      state.count += 1
      return .none
    case .perform(let effect):
      return effect
    case .both(let next, let effect):
      return .merge(.send(next), effect)
    }
  }

  override func didBecomeActive() { log.append("active") }

  override func willDetach() {
    log.append("detach \(currentState.count)")
    if let lastWord { send(lastWord) }
  }

  override func willResignActive() { log.append("resign \(currentState.count)") }
}

/// A context for one test, with its clock and the issues it reports.
@MainActor
final class Bench {
  let clock = ManualNavigationClock()
  let context: NavigationContext
  /// Measures the timeouts of the test.
  let timeoutClock: ManualNavigationClock
  private(set) var issues: [NavigationIssue] = []

  init() {
    context = NavigationContext(clock: clock)
    timeoutClock = context.measureTimeouts()
    context.issues.handler = { [weak self] in
      $0.demandSiteOfCaller()
      self?.issues.append($0)
    }
  }

  var codes: [String] { issues.map(\.code.rawValue) }

  func core() -> CounterCore { CounterCore(initialState: .init(), context: context) }
}

/// A door that opens once: it resumes those that wait, and lets later ones pass.
@MainActor
final class Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []
  private(set) var arrivals = 0

  nonisolated init() {}

  func pass() async {
    arrivals += 1
    for watcher in watchers { watcher.resume() }
    watchers = []
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Returns after the first arrival at the gate.
  func arrival() async {
    guard arrivals == 0 else { return }
    await withCheckedContinuation { watchers.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

/// Calls a closure when it is released.
final class LastWord: Sendable {
  let say: @MainActor @Sendable () -> Void

  init(_ say: @escaping @MainActor @Sendable () -> Void) { self.say = say }

  deinit { MainActor.assumeIsolated { [say] in say() } }
}

import CoreFlow
import TestSupport
import Testing

private struct AlertState: Equatable {
  @Pulse var alert: String?
  @Pulse var signal = 0
  var count = 0
}

private enum AlertAction {
  case fail(String?), add, reset
}

private final class AlertCore: Core<AlertAction, AlertState> {
  override func reduce(state: inout AlertState, action: AlertAction) -> Effect<AlertAction> {
    switch action {
    case .fail(let text): state.alert = text
    case .add: state.count += 1
    case .reset:
      state.signal = 1
      state.signal = 2
    }
    return .none
  }
}

private final class AlertScreen: HeadlessScreen<AlertCore> {
  private(set) var shown: [String?] = []

  override func bind() {
    observePulse(\.$alert) { [weak self] in self?.shown.append($0) }
  }
}

@MainActor
@Suite("Pulses")
struct PulseTests {
  private let core = AlertCore(initialState: AlertState())

  @Test("Each assignment is observed once, also of an equal value, and nothing else is")
  func assignments() {
    var alerts: [String?] = []
    var signals: [Int] = []
    let subscriptions = [
      core.observePulse(\.$alert) { alerts.append($0) },
      core.observePulse(\.$signal) { signals.append($0) },
    ]
    #expect(alerts.isEmpty)
    core.send(.fail("Wrong"))
    core.send(.add)
    core.send(.fail("Wrong"))
    core.send(.fail(nil))
    core.send(.reset)
    #expect(alerts == ["Wrong", "Wrong", nil])
    #expect(signals == [2])
    for subscription in subscriptions { subscription.cancel() }
    core.send(.fail("Wrong"))
    #expect(alerts.count == 3)
  }

  @Test("A screen that is bound later shows the alert that was assigned before")
  func late() {
    core.send(.fail("Wrong"))
    let screen = AlertScreen(reactor: core)
    screen.bind()
    core.send(.fail("Wrong"))
    #expect(screen.shown == ["Wrong", "Wrong"])
  }

  @Test("A test store demands the second of two equal alerts")
  func exhaustive() {
    var failures: [String] = []
    let store = CoreTestStore(core) { failures.append($0.text) }
    store.send(.fail("Wrong")) { $0.alert = "Wrong" }
    store.send(.fail("Wrong")) { $0.alert = "Wrong" }
    #expect(failures.isEmpty)
    store.send(.fail("Wrong"))
    #expect(failures.count == 1)
    #expect(failures.first?.contains("+     assignmentCount: 3") == true)
  }

  @Test("A test that is not exhaustive, and assert, compare the values of pulses alone")
  func values() async {
    var failures: [String] = []
    let store = CoreTestStore(core) { failures.append($0.text) }
    store.isExhaustive = false
    store.send(.fail("Wrong")) { $0.alert = "Wrong" }
    store.send(.fail("Wrong"))
    store.assert { $0.alert = "Wrong" }
    #expect(failures == [])
    store.assert { $0.alert = "Right" }
    #expect(failures.count == 1)
  }
}

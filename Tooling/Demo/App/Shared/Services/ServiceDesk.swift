import DemoKit
import NavigationRuntime

/// The desk at which all services answer: immediately, later, or with a failure.
@MainActor
package final class ServiceDesk {
  /// The services, by the names that people use.
  package enum Service: String, CaseIterable {
    case session
    case login
    case register
    case reset
    case permission
    case profile
  }

  private let context: NavigationContext
  private let events: DemoEventLog
  private var gates: [Service: ActivityGate] = [:]
  private var failing: Set<Service> = []

  init(context: NavigationContext, events: DemoEventLog) {
    self.context = context
    self.events = events
  }

  /// Answers, when the service is not held.
  ///
  /// - Throws: ``ServiceError/unavailable`` if a failure was requested; `CancellationError`.
  func answer(_ service: Service, _ question: String) async throws {
    events.add(.service, "\(service.rawValue): \(question)")
    if let gate = gates[service] { try await gate.wait() }
    guard failing.remove(service) == nil else {
      events.add(.service, "\(service.rawValue): failed")
      throw ServiceError.unavailable
    }
    events.add(.service, "\(service.rawValue): answered")
  }

  var held: [String: Int] {
    Dictionary(uniqueKeysWithValues: gates.map { ($0.key.rawValue, $0.value.waiterCount) })
  }

  func hold(_ service: Service) {
    guard gates[service] == nil else { return }
    gates[service] = ActivityGate("the answer of \(service.rawValue)", context: context)
  }

  func release(_ service: Service) {
    gates.removeValue(forKey: service)?.open()
  }

  func fail(_ service: Service) {
    failing.insert(service)
  }
}

import DemoKit
import NavigationRuntime

/// The session: the user who is logged in, and the login.
///
/// There is one account from the beginning: `kim@example.com` with the password `secret`.
@MainActor
package final class AuthService {
  /// An event of a session from outside of the screens.
  package enum Event {
    /// A user has logged in.
    case began(User)
    /// The server has ended it.
    case expired
    /// The app's process was ended and is started again.
    case restarted
  }

  /// The user who is logged in.
  package private(set) var user: User?
  /// Whether the user has been through the onboarding.
  package var hasSeenOnboarding = false
  /// Sends the events of the session.
  package let events = AsyncPassthroughSubject<Event>()

  private let desk: ServiceDesk
  private var isRestoring = true
  private var accounts = [
    "kim@example.com": Account(
      user: User(name: "Kim", email: "kim@example.com"), password: "secret")
  ]

  init(_ desk: ServiceDesk) {
    self.desk = desk
  }

  fileprivate struct Account: Codable {
    var user: User
    let password: String
  }

  /// The state on the device and on the server.
  struct Stored: Codable {
    fileprivate let user: User?
    fileprivate let hasSeenOnboarding: Bool
    fileprivate let accounts: [String: Account]
  }

  /// The state that outlives the process.
  var stored: Stored {
    get { Stored(user: user, hasSeenOnboarding: hasSeenOnboarding, accounts: accounts) }
    set {
      user = newValue.user
      hasSeenOnboarding = newValue.hasSeenOnboarding
      accounts = newValue.accounts
    }
  }

  /// Checks with the server whether the user is still logged in.
  package func restoreSession() async -> User? {
    do { try await desk.answer(.session, "restore") } catch { user = nil }
    isRestoring = false
    return user
  }

  @discardableResult
  package func logIn(email: String, password: String) async throws -> User {
    try await desk.answer(.login, email)
    guard let account = accounts[email], account.password == password else {
      throw ServiceError.wrongPassword
    }
    begin(account.user)
    return account.user
  }

  @discardableResult
  package func register(name: String, email: String, password: String) async throws -> User {
    guard ![name, email, password].contains("") else { throw ServiceError.incomplete }
    try await desk.answer(.register, email)
    guard accounts[email] == nil else { throw ServiceError.alreadyRegistered }
    let user = User(name: name, email: email)
    accounts[email] = Account(user: user, password: password)
    begin(user)
    return user
  }

  /// Sends a mail with which the user can choose another password.
  package func resetPassword(of email: String) async throws {
    guard !email.isEmpty else { throw ServiceError.incomplete }
    try await desk.answer(.reset, email)
  }

  package func logOut() { user = nil }

  func rename(_ name: String) {
    user?.name = name
    if let user { accounts[user.email]?.user = user }
  }

  func expire() {
    guard user != nil, !isRestoring else { return }
    user = nil
    events.send(.expired)
  }

  func restart() {
    guard !isRestoring else { return }
    isRestoring = true
    events.send(.restarted)
  }

  private func begin(_ user: User) {
    self.user = user
    events.send(.began(user))
  }
}

/// The desk at which all services answer: immediately, later, or with a failure.
@MainActor
package final class ServiceDesk {
  /// The services, by the names that people use.
  package enum Service: String, CaseIterable, Codable {
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

  /// The services that do not answer, or whose next answer is a failure.
  struct Stored: Codable {
    fileprivate let held: Set<Service>
    fileprivate let failing: Set<Service>
  }

  /// The state that outlives the process; answers that wait do not.
  var stored: Stored {
    get { Stored(held: Set(gates.keys), failing: failing) }
    set {
      newValue.held.forEach(hold)
      failing = newValue.failing
    }
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

/// The reason for which a service has failed.
package enum ServiceError: Error, Equatable {
  case unavailable
  case wrongPassword
  case incomplete
  case alreadyRegistered

  /// The text for the user.
  package var message: String {
    switch self {
    case .unavailable: "The server does not answer."
    case .wrongPassword: "Email or password is wrong."
    case .incomplete: "Fill in all fields."
    case .alreadyRegistered: "There is an account for this address."
    }
  }
}

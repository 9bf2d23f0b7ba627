import DemoKit
import Foundation
import NavigationRuntime

/// The smallest app that shows everything that the demo kit can draw and use, made with the
/// runtime alone.
@MainActor
public final class SampleApplication: DemoApplication {
  /// The name for people.
  public let name = "Sample"
  /// The window in which it is shown.
  public let window: DemoWindow
  /// Its context.
  public let context = NavigationContext()
  /// The store of the window.
  public let store: NavigationStore
  /// The events.
  public let events = DemoEventLog()

  let sampleServices = SampleServices()
  private let platform = DemoPlatform()
  weak var tabs: DemoTabBarController?

  /// Makes an app that has not started.
  public init() {
    window = DemoWindow(platform: platform)
    store = context.store(for: window)
    events.follow(store, in: window)
    sampleServices.onMessage = { [weak self] in self?.showMessage() }
  }

  /// The controls of the services.
  public var services: any DemoServices { sampleServices }

  /// Shows the login screen.
  public func start() {
    window.rootViewController = makeLogin()
    window.makeKeyAndVisible()
  }

  /// Shows the login screen, or a tab.
  ///
  /// - Parameter archive: The title of the tab, or nothing.
  /// - Throws: ``ArchiveError`` if there is no such tab.
  public func start(from archive: Data) throws {
    let tab = String(decoding: archive, as: UTF8.self)
    let index = tabNames.firstIndex(of: tab)
    guard tab.isEmpty || index != nil else { throw ArchiveError(tab: tab) }
    start()
    guard let index else { return }
    showMain()
    if let tabs { context.request(.select(index), on: tabs) }
  }

  /// An archive that names an unknown tab.
  public struct ArchiveError: Error, CustomStringConvertible {
    let tab: String
    /// The fact.
    public var description: String { "Row 0: there is no tab \(tab)." }
  }

  /// Returns the name of the selected tab, or nothing if no user is logged in.
  public func archive() throws -> Data {
    Data((tabs.map { tabNames[$0.selectedIndex] } ?? "").utf8)
  }

  /// Returns a new app.
  public func successor() -> any DemoApplication { SampleApplication() }

  private let tabNames = ["home", "settings"]

  /// Selects a tab.
  ///
  /// - Parameter link: `app://home` or `app://settings`.
  /// - Returns: Whether it is one of them, and a user is logged in.
  public func open(_ link: URL) -> DemoLinkAnswer {
    guard link.scheme == "app", let index = tabNames.firstIndex(of: link.host ?? "") else {
      return .refused("The app knows app://home and app://settings.")
    }
    guard let tabs else { return .refused("No user is logged in.") }
    events.add(.link, link.absoluteString)
    context.request(.select(index), on: tabs)
    return .accepted
  }

  /// An empty place: nothing of this app is restored by a journey.
  public var place: NavigationPlace { NavigationPlace() }

  /// Travels nowhere.
  public func startJourney(to place: NavigationPlace) -> Journey? { nil }

  /// Returns when nothing runs.
  public func settled() async -> [NavigationActivity] {
    await context.settled()
  }

  /// Takes everything off the screen.
  public func stop() {
    window.rootViewController = nil
  }

  private func showMessage() {
    events.add(.service, "a message has arrived")
    tabs?.viewControllers?.first?.tabBarItem.title = "Home (1)"
  }
}

extension SampleApplication {
  func makeLogin() -> DemoViewController {
    let login = screen("Login", title: "Log in")
    let mail = field("Email", placeholder: "you@example.com")
    let password = field("Password", placeholder: "Password")
    password.isSecureTextEntry = true
    let status = DemoLabel()
    status.isHidden = true
    let button = button("Log in") { [weak self, weak mail, weak password, weak status] in
      self?.sampleServices.logIn(mail: mail?.text ?? "", password: password?.text ?? "") {
        self?.events.add(.service, "login: \($0 ?? "welcome")")
        status?.text = $0
        status?.isHidden = $0 == nil
        if $0 == nil { self?.showMain() }
      }
    }
    let disabled = self.button("Use face recognition") {}
    disabled.isEnabled = false
    let forgotten = self.button("Forgotten?") { [weak self, weak login] in
      guard let self, let login else { return }
      context.request(.present(makeQuestion()), on: login)
    }
    fill(login, [label("Welcome! 환영합니다"), mail, password, status, button, forgotten, disabled])
    return stack("Auth", login)
  }

  private func makeQuestion() -> DemoAlertController {
    let question = DemoAlertController(
      title: "Reset the password?", message: "We send a mail.", preferredStyle: .alert)
    question.restorationIdentifier = "Reset"
    question.addTextField { $0.placeholder = "Email" }
    question.addAction(DemoAlertAction(title: "Cancel", style: .cancel))
    question.addAction(
      DemoAlertAction(title: "Send", style: .default) { [weak self] _ in
        self?.events.add(.service, "a mail is sent")
      })
    return question
  }

  private func showMain() {
    let home = stack("Home", makeHome())
    home.tabBarItem.title = "Home"
    let settings = stack("Settings", makeSettings())
    settings.tabBarItem.title = "설정"
    settings.tabBarItem.accessibilityIdentifier = "Settings"
    let tabs = named(DemoTabBarController(), "Main")
    tabs.viewControllers = [home, settings]
    self.tabs = tabs
    context.request(.setRoot(tabs), on: window)
  }

  private func makeHome() -> DemoViewController {
    let home = screen("List", title: "Cities")
    let list = DemoListView()
    list.rows = [
      .init("서울", detail: "Seoul"), .init("Tromsø", detail: "Norway"),
      .init("Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", detail: "Wales"),
    ]
    list.onSelect = { [weak self, weak home, weak list] index in
      guard let self, let stack = home?.navigationController, let list else { return }
      context.request(.push(makeCity(list.rows[index].title)), on: stack)
    }
    fill(home, [list])
    return home
  }

  private func makeCity(_ name: String) -> DemoViewController {
    let city = screen("City", title: name)
    fill(
      city,
      [
        label("\(name) is a place with streets, houses and people in them."),
        button("Next") { [weak self, weak city] in
          guard let self, let stack = city?.navigationController else { return }
          context.request(.push(makeCity(name + "!")), on: stack)
        },
      ])
    return city
  }

  private func makeSettings() -> DemoViewController {
    let settings = screen("Settings", title: "설정")
    let push = DemoSwitch()
    push.accessibilityIdentifier = "알림 받기"
    let about = button("About") { [weak self, weak settings] in
      guard let self, let settings else { return }
      let about = screen("AboutSheet", title: "About")
      fill(about, [label("Version 1 👩‍👩‍👧 é")])
      context.request(.present(stack("About", about)), on: settings)
    }
    fill(settings, [push, about])
    settings.navigationItem.rightBarButtonItem = DemoBarButtonItem(
      primaryAction: DemoAction(title: "Log out") { [weak self] _ in
        guard let self else { return }
        context.request(.setRoot(makeLogin()), on: window)
      })
    return settings
  }
}

extension SampleApplication {
  func named<Controller: DemoViewController>(
    _ controller: Controller, _ name: String
  ) -> Controller {
    controller.restorationIdentifier = name
    return controller
  }

  func screen(_ name: String, title: String) -> DemoViewController {
    let screen = named(DemoViewController(), name)
    screen.title = title
    return screen
  }

  func stack(_ name: String, _ root: DemoViewController) -> DemoNavigationController {
    named(DemoNavigationController(rootViewController: root), name)
  }

  func label(_ text: String) -> DemoLabel {
    let label = DemoLabel()
    label.text = text
    return label
  }

  func field(_ name: String, placeholder: String) -> DemoTextField {
    let field = DemoTextField()
    field.accessibilityIdentifier = name
    field.placeholder = placeholder
    return field
  }

  func button(_ title: String, _ action: @escaping () -> Void) -> DemoButton {
    DemoButton(primaryAction: DemoAction(title: title) { _ in action() })
  }

  func fill(_ screen: DemoViewController, _ views: [DemoView]) {
    for view in views { screen.view.addSubview(view) }
  }
}

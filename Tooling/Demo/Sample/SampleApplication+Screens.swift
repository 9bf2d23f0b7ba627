import DemoKit
import NavigationRuntime

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

import NavigationRuntime

extension Story {
  /// The window gets its root, and the root is replaced.
  func open() async {
    narrator.chapter(
      "1. A window",
      "The runtime reads what the platform's containers hold. Nobody tells it what is on screen.")
    await narrator.move(.call, "shows the window with a launch screen", seeing: "Launch") {
      window.rootViewController = screen("Launch")
      window.makeKeyAndVisible()
      return "the tree has followed"
    }
    let films = stack("Films", screen("List"))
    let account = stack("Account", screen("Profile"))
    let tabs = cast("Main", as: HeadlessTabBarController())
    tabs.viewControllers = [films, account]
    self.films = films
    self.account = account
    await narrator.request(
      .setRoot(tabs), on: window, "asks to make the tabs the window's root", seeing: "List")
  }

  /// Requests, and their outcomes.
  func codeAsks() async {
    narrator.chapter(
      "2. Code asks the runtime",
      "A request runs in the window's lane, one at a time, and is answered exactly once.")
    guard let films, let account else { return }
    let film = screen("Film")
    await narrator.request(
      .push(film), on: films, "asks to push Film onto Films", seeing: "Film")
    await narrator.request(
      .push(film), on: films, "asks for the same once more",
      expecting: .alreadyThere, seeing: "Film")
    await narrator.request(
      .push(film), on: account, "asks to push Film onto Account, too",
      expecting: .refused(TransitionRefusal(.alreadyOnScreen, "")), seeing: "Film")
    await narrator.request(
      .push(screen("Orders")), on: account, "asks to push Orders onto the hidden tab's stack",
      seeing: "Film")
    await narrator.request(
      .select(7), on: window.rootViewController ?? films, "asks to select tab 7",
      expecting: .refused(TransitionRefusal(.indexOutOfRange, "")), seeing: "Film")
    await narrator.request(
      .select(1), on: window.rootViewController ?? films, "asks to select tab 1",
      seeing: "Orders")
  }

  /// Direct calls: the tree follows them, too.
  func codeCalls() async {
    narrator.chapter(
      "3. Code calls the containers",
      "Existing code may go on calling UIKit's methods. The tree follows without being told.")
    guard let films, let account else { return }
    await narrator.move(
      .call, "account.popToRootViewController(animated: true)", seeing: "Profile"
    ) {
      account.popToRootViewController(animated: true)
      return "the tree has followed"
    }
    await narrator.move(
      .call, "films.setViewControllers([List, Film, Trailer, Review], animated: false)",
      seeing: "Profile"
    ) {
      films.setViewControllers(
        films.viewControllers + [screen("Trailer"), screen("Review")], animated: false)
      return "the tree has followed; the stack is in the tab that is hidden"
    }
    await narrator.move(
      .call, "films.pushViewController(a screen that is in the stack)", seeing: "Profile"
    ) {
      films.pushViewController(films.viewControllers[0], animated: true)
      return "nothing happened; the platform refuses it like UIKit"
    }
  }
}

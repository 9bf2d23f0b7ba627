import CoreFlow
import DemoShared

/// From the launch screen to the tabs.
final class LaunchProcedure: Procedure<RootCore> {
  override init() {
    super.init()
    keepsSettledWaiting = true
    onStep { root in await root.restoreSession() }
      .onStep { root, user in try await root.waitForOnboarding(user) }
      .onStep { root, user in try await root.waitForLogin(user) }
      .finalStep { root, _ in root.presentMain() }
  }
}

/// From the end of a session to the tabs.
final class LoginProcedure: Procedure<RootCore> {
  init(message: String?) {
    super.init()
    keepsSettledWaiting = true
    onStep { root in try await root.waitForLogin(nil, message: message) }
      .finalStep { root, _ in root.presentMain() }
  }
}

/// To where a link leads, as soon as the tabs are there.
final class LinkProcedure: Procedure<RootCore> {
  init(_ destination: Destination) {
    super.init()
    keepsSettledWaiting = true
    let tab = onStep { root in try await root.waitForMain() }
      .onStep { main, _ in await main.show(tab: destination.tab) }
    switch destination {
    case .dashboard, .settings: tab.commit()
    case .feature(let feature): tab.finalStep { main, _ in main.open(feature) }
    case .page(let page): tab.finalStep { main, _ in main.open(page) }
    case .letter(let letter):
      tab.onStep { main, _ in try await main.showLetters() }
        .finalStep { letters, _ in
          for letter in letter.wayFromA { letters.send(.show(letter)) }
        }
    }
  }
}

import NavigationRuntime
import TestSupport
import Testing

/// Performs an action when it has appeared for the first time.
private final class PassingPage: HeadlessViewController {
  var onAppear: (() -> Void)?

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    let action = onAppear
    onAppear = nil
    action?()
  }
}

private let modes: [HeadlessPlatform.TransitionMode] = [.immediate, .manual]

@MainActor
@Suite("Screens that leave before the tree has been read")
struct PassingScreenTests {
  private let home = stack("Home", screen("List"))
  private let page = PassingPage()
  private let world: HeadlessWorld

  init() { world = HeadlessWorld(root: home) }

  private func observeDismissals(
    of controllers: HeadlessViewController...
  ) -> (dismissals: Dismissals, subscriptions: Set<Cancellation>) {
    let dismissals = Dismissals()
    page.restorationIdentifier = "Page"
    let subscriptions = controllers.map { controller in
      controller.observePresentation { [unowned controller] event in
        guard case .dismissed(let cause) = event else { return }
        dismissals.entries.append(controller.navigationRuntimeName)
        // UIKit does not report some of the app's own calls.
        if !platformIsStandIn { #expect(cause.kind == .code) }
      }
    }
    return (dismissals, Set(subscriptions))
  }

  @Test("A sheet that dismisses itself in `viewDidAppear` is dismissed", arguments: modes)
  func sheet(mode: HeadlessPlatform.TransitionMode) async {
    let (dismissals, subscriptions) = observeDismissals(of: page)
    world.platform.transitionMode = mode
    page.onAppear = { [unowned page] in page.dismiss(animated: true) }
    home.present(page, animated: true)
    await world.endTransitions()
    #expect(!page.isPresented)
    #expect(dismissals.entries == ["Page"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("A screen that is popped in its `viewDidAppear` is dismissed", arguments: modes)
  func pushed(mode: HeadlessPlatform.TransitionMode) async {
    let (dismissals, subscriptions) = observeDismissals(of: page)
    world.platform.transitionMode = mode
    page.onAppear = { [home] in home.popViewController(animated: true) }
    let transition = world.context.request(.push(page), on: home)
    await world.endTransitions()
    // UIKit answers nothing, and the screen is not there afterwards.
    if !platformIsStandIn { #expect(transition.outcome == .performed) }
    #expect(dismissals.entries == ["Page"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("Contents are dismissed before their container, with its cause")
  func contents() {
    let sheet = stack("Sheet", page)
    let (dismissals, subscriptions) = observeDismissals(of: sheet, page)
    page.onAppear = { [unowned page] in page.dismiss(animated: true) }
    home.present(sheet, animated: true)
    #expect(dismissals.entries == ["Page", "Sheet"])
    #expect(page.lifecycle.departedContext === world.context)
    withExtendedLifetime((sheet, subscriptions)) {}
  }

  @Test("A root that is replaced in its `viewDidAppear` is dismissed")
  func root() {
    let (dismissals, subscriptions) = observeDismissals(of: page)
    page.onAppear = { [world] in world.window.rootViewController = screen("Other") }
    world.window.rootViewController = page
    #expect(dismissals.entries == ["Page"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("A screen that has moved on to another container is not dismissed")
  func moved() {
    let other = stack("Other", screen("First"))
    let tabs = tabs("Main", other)
    world.window.rootViewController = tabs
    let (dismissals, subscriptions) = observeDismissals(of: page)
    let token = tabs.lifecycle.transitionDidBegin(isInteractive: false)
    other.pushViewController(page, animated: false)
    other.popViewController(animated: false)
    tabs.viewControllers = [other, page]
    tabs.lifecycle.transitionDidEnd(token, completed: true)
    #expect(page.isPresented)
    #expect(dismissals.entries == [])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("A screen whose arrival the user has cancelled is not dismissed")
  func cancelled() {
    let (dismissals, subscriptions) = observeDismissals(of: page)
    let token = home.lifecycle.transitionDidBegin(isInteractive: true)
    home.pushViewController(page, animated: false)
    home.popViewController(animated: false)
    home.lifecycle.transitionDidEnd(token, completed: false)
    #expect(!page.isPresented)
    #expect(dismissals.entries == [])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("A cancelled transition dismisses what came and went in another container meanwhile")
  func cancelledElsewhere() {
    let (front, other) = (stack("Front", screen("A")), stack("Other", screen("B")))
    world.window.rootViewController = tabs("Main", front, other)
    let (dismissals, subscriptions) = observeDismissals(of: page)
    let token = front.lifecycle.transitionDidBegin(isInteractive: true)
    other.pushViewController(page, animated: false)
    other.popViewController(animated: false)
    front.lifecycle.transitionDidEnd(token, completed: false)
    #expect(dismissals.entries == ["Page"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("A screen that arrives while its window is released is dismissed")
  func releasedWindow() {
    var window: HeadlessWindow? = HeadlessWindow(platform: world.platform)
    let other = stack("Other", screen("First"))
    window?.rootViewController = other
    window?.makeKeyAndVisible()
    let store = window.map { world.context.store(for: $0) }
    let (dismissals, subscriptions) = observeDismissals(of: page)
    _ = other.lifecycle.transitionDidBegin(isInteractive: false)
    other.pushViewController(page, animated: false)
    window = nil
    #expect(dismissals.entries == ["Page"])
    withExtendedLifetime((store, other, subscriptions)) {}
  }
}

@MainActor
private final class Dismissals {
  var entries: [String] = []
}

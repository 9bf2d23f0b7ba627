import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Who made a screen leave")
struct DepartureCauseTests {
  @Test("Of two screens that leave at one settle point, each knows who made it leave")
  func eachItsOwn() {
    let top = screen("Top")
    let hidden = screen("Hidden")
    let front = stack("Front", screen("List"), top)
    let back = stack("Back", screen("Settings"), hidden)
    let world = HeadlessWorld(.manual, root: tabs("Main", front, back))
    var causes: [String: NavigationCause.Kind] = [:]
    var subscriptions: Set<Cancellation> = []
    for controller in [top, hidden] {
      controller.observePresentation { [unowned controller] event in
        guard event == .dismissed else { return }
        causes[controller.navigationRuntimeName] = controller.lifecycle.departureCause?.kind
      }.store(in: &subscriptions)
    }
    #expect(front.userDidTapBack())
    back.popViewController(animated: false)
    #expect(causes.isEmpty)
    world.platform.completeAllTransitions()
    #expect(causes == ["Top": .user, "Hidden": .code])
    withExtendedLifetime((world, top, hidden, subscriptions)) {}
  }

  @Test("What is in a screen that leaves, and over it, leaves for the same reason")
  func everythingInside() {
    let alert = screen("Alert")
    let inner = screen("Inner")
    let sheet = stack("Sheet", inner)
    let home = screen("Home")
    let world = HeadlessWorld(root: home)
    world.context.request(.present(sheet), on: home)
    world.context.request(.present(alert), on: sheet)
    world.context.request(.dismiss, on: home)
    let kinds = [sheet, inner, alert].map { $0.lifecycle.departureCause?.kind }
    #expect(kinds == [.code, .code, .code])
    world.context.request(.present(sheet), on: home)
    #expect(sheet.userDidPullDown())
    #expect(sheet.lifecycle.departureCause?.kind == .user)
    #expect(inner.lifecycle.departureCause?.kind == .user)
    withExtendedLifetime((world, inner, alert)) {}
  }

  @Test("Who is known to have made a change stays the one, whoever else says that there was one")
  func unknown() {
    let top = screen("Top")
    let home = stack("Home", screen("List"), top)
    let world = HeadlessWorld(root: home)
    let token = home.lifecycle.transitionDidBegin(isInteractive: false)
    #expect(home.userDidTapBack())
    home.lifecycle.containerDidChange(.contents)
    home.lifecycle.transitionDidEnd(token, completed: true)
    #expect(top.lifecycle.departureCause?.kind == .user)
    #expect(world.changes.map(\.cause.kind) == [.user])
  }
}

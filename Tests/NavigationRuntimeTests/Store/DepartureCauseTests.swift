import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The cause of a departure")
struct DepartureCauseTests {
  @Test("Two screens that leave at one settle point have causes of their own")
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
        guard case .dismissed(let cause) = event else { return }
        causes[controller.navigationRuntimeName] = cause.kind
      }.store(in: &subscriptions)
    }
    #expect(front.userDidTapBack())
    back.popViewController(animated: false)
    #expect(causes.isEmpty)
    world.platform.completeAllTransitions()
    #expect(causes == ["Top": .user, "Hidden": .code])
    withExtendedLifetime((world, top, hidden, subscriptions)) {}
  }

  @Test("A departure that the container reports without a cause is for an unknown reason")
  func withoutCause() {
    let container = Shelf()
    let book = PlainContainer()
    container.contents = [book]
    let context = NavigationContext(clock: ManualNavigationClock())
    let store = context.store(for: container)
    var causes: [NavigationCause.Kind] = []
    let subscription = store.onChange { causes.append($0.cause.kind) }
    container.contents = []
    container.lifecycle.containerDidChange(.contents)
    #expect(causes == [.unknown])
    #expect(book.lifecycle.departureCause?.kind == .unknown)
    container.contents = [book]
    let runner = TestRunner()
    store.occupancy.attribute(to: runner)
    container.lifecycle.containerDidChange(.contents)
    store.occupancy.endAttribution(to: runner)
    container.contents = []
    container.lifecycle.containerDidChange(.contents, cause: .code)
    #expect(causes == [.unknown, .framework("Test"), .code])
    withExtendedLifetime(subscription) {}
  }

  @Test("The reason of an end is as certain as the cause of the departure")
  func reasons() {
    let causes: [NavigationCause] = [
      .user, .code, NavigationCause(.framework("Test")), .unknown,
    ]
    let reasons = causes.map { NavigationEndReason(departureBy: $0) }
    #expect(reasons == [.dismissedByUser, .removed, .removed, .unknown])
    #expect(reasons.map(\.isDeparture) == [true, true, true, true])
    #expect([NavigationEndReason.finished, .stopped].map(\.isDeparture) == [false, false])
    #expect("\(NavigationCause.unknown)" == "unknown")
  }

  @Test("Two dismissals are equal whatever their causes")
  func equality() {
    #expect(PresentationEvent.dismissed(by: .user) == .dismissed)
    #expect(PresentationEvent.dismissed != .visible(false))
    #expect(PresentationEvent.visible(true) != .visible(false))
  }

  @Test("The screens in and over a leaving screen share its cause")
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

  @Test("A known cause is kept if another notification of the change follows")
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

/// A container that reports its changes by itself.
private final class Shelf: PlainContainer {
  var contents: [PlainContainer] = []
  override var navigationRuntimeKind: NavigationTree.Kind { .container("Shelf") }
  override var navigationRuntimeContainedCount: Int { contents.count }
  override func navigationRuntimeContained(at index: Int) -> any NavigationContainer {
    contents[index]
  }
}

private final class TestRunner: HandlerRunner {
  var handler: NavigationHandler? { nil }
  var cause: NavigationCause? { NavigationCause(.framework("Test")) }
}

import Combine
import CoreFlow
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("Specification: the launch procedure, on UIKit and Combine")
struct LaunchProcedureTests {
  @Test("Runs onboarding, login and main in turn, each after the one before has finished")
  func launch() async {
    let world = HeadlessWorld()
    let flow = RootFlow(context: world.context)
    let (routes, route) = AsyncStream.makeStream(of: String.self)
    flow.onRoute = { route.yield($0) }
    var next = routes.makeAsyncIterator()
    world.window.rootViewController = UINavigationController(rootViewController: flow.screen)
    #expect(await next.next() == "onboarding")
    flow.core.onboardingFinished.send(())
    #expect(await next.next() == "login")
    flow.core.loginFinished.send(User(name: "Ada"))
    #expect(await next.next() == "main")
    #expect(flow.calls == ["onboarding", "login", "main"])
    #expect(world.store.tree.visibleLeaf.name == "Main")
    #expect(flow.main?.screen.label.text == "Ada")
    #expect(world.issues.isEmpty)
    withExtendedLifetime((world, flow)) {}
  }

  @Test("The procedure ends with its core, which its waiting publisher does not retain")
  func ends() async {
    let world = HeadlessWorld()
    weak var core: RootCore?
    let finished: CurrentValueSubject<Void?, Never>
    let watch: Cancellation
    let (goings, gone) = AsyncStream.makeStream(of: String.self)
    do {
      let flow = RootFlow(context: world.context)
      let (routes, route) = AsyncStream.makeStream(of: String.self)
      flow.onRoute = { route.yield($0) }
      var next = routes.makeAsyncIterator()
      world.window.rootViewController = flow.screen
      core = flow.core
      finished = flow.core.onboardingFinished
      #expect(await next.next() == "onboarding")
      let end = CoreEnd { gone.yield("gone") }
      watch = flow.core.observeState(\.self) { _ in withExtendedLifetime(end) {} }
      world.window.rootViewController = nil
    }
    // The task of the procedure releases the core when it receives its cancellation.
    var ends = goings.makeAsyncIterator()
    #expect(await ends.next() == "gone")
    #expect(core == nil)
    finished.send(())
    withExtendedLifetime((world, watch)) {}
  }
}

/// Retained by a core's observer, and so released with the core.
private final class CoreEnd {
  private let tell: () -> Void

  init(_ tell: @escaping () -> Void) { self.tell = tell }

  deinit { tell() }
}

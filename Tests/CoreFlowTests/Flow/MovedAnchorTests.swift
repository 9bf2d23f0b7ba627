import CoreFlow
import TestSupport
import Testing

/// A flow in one of two windows, whose stack moves to the other one during a push.
@MainActor
private final class MovedStack {
  let world = HeadlessWorld(root: screen("Empty"))
  let journal = Journal()
  let root: ProbeFlow
  let home = HeadlessNavigationController()
  let other: HeadlessWindow
  let otherStore: NavigationStore
  private let left = stack("Left", screen("List"))
  private let bar: HeadlessTabBarController

  init() {
    root = ProbeFlow("root", journal, context: world.context)
    root.wrapper = home
    home.viewControllers = [root.screen]
    bar = tabs("Bar", left, home)
    world.window.rootViewController = bar
    other = HeadlessWindow(platform: world.platform)
    other.rootViewController = screen("Other")
    other.makeKeyAndVisible()
    otherStore = world.context.store(for: other)
  }

  /// Occupies the first window.
  func begin() {
    world.platform.transitionMode = .manual
    left.pushViewController(screen("Slow"), animated: true)
    world.platform.layOut()
  }

  /// Moves the flow's stack to the other window, and ends what occupies the first one.
  func move() {
    bar.setViewControllers([left], animated: false)
    world.platform.layOut()
    world.platform.transitionMode = .immediate
    other.rootViewController = home
    world.platform.completeAllTransitions()
  }
}

@MainActor
@Suite("A flow whose screen moves to another window before the turn of a request")
struct MovedAnchorTests {
  @Test("Shows a child there", arguments: [FlowRoute.push, .present])
  func attach(route: FlowRoute) {
    let scene = MovedStack()
    scene.root.start(under: nil)
    scene.begin()
    let child = ProbeFlow("child", scene.journal)
    var reasons: [NavigationEndReason] = []
    let request = scene.root.attach(child, by: route) { reasons.append($0) }
    #expect(request?.outcome == nil)
    scene.move()
    #expect(request?.outcome == .performed)
    #expect(reasons.isEmpty && child.isActive)
    #expect(scene.otherStore.tree.visibleLeaf.name == "child")
    #expect(scene.world.issues.isEmpty)
    scene.root.detach(child)
    #expect(scene.otherStore.tree.visibleLeaf.name == "root")
  }

  @Test("Removes a child there")
  func detach() {
    let scene = MovedStack()
    let child = ProbeFlow("child", scene.journal)
    scene.root.attach(child, by: .push)
    scene.begin()
    let request = scene.root.detach(child)
    #expect(request != nil && request?.outcome == nil)
    scene.move()
    #expect(request?.outcome == .performed)
    #expect(scene.otherStore.tree.visibleLeaf.name == "root")
    #expect(scene.world.issues.isEmpty)
  }
}

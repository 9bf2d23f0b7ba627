import Acceptance
import Foundation
import NavigationRuntime
import SwiftUI
import TestSupport
import Testing
import UIKit

// By its name, since NavigationRuntime has it, too.
import class HeadlessStandIn.HeadlessGesture

/// The acceptance suite, which is made for a device, on the stand-in.
@MainActor
@Suite("An assumption about UIKit")
struct AcceptanceTests {
  /// The lenient stand-in reports causes that UIKit does not, and its transitions end at their call.
  nonisolated static let holding = Acceptance.all.filter {
    platformIsStrict || $0.id.hasPrefix("V")
  }

  @Test("Holds on the stand-in, whose user can make every move", arguments: holding)
  func holds(_ acceptance: Acceptance) async {
    let run = await acceptance.run(in: StandInHost())
    #expect(run.faults == [])
    #expect(run.missingMoves == [])
  }

  @Test(
    "Is found not to hold where a platform never ends a transition", .enabled(if: platformIsStrict))
  func canFail() async {
    var failing: [String] = []
    for acceptance in Acceptance.all {
      let host = StandInHost()
      host.world.platform.transitionMode = .manual
      let run = await acceptance.run(in: host)
      if !run.faults.isEmpty { failing.append(acceptance.name) }
    }
    #expect(
      Set(failing).isSuperset(of: ["endOfPresentation", "endOfDismissal", "turnsOfDismissal"]))
  }

  @Test("Has an identifier and a name of its own")
  func names() {
    #expect(Set(Acceptance.all.map(\.id)).count == Acceptance.all.count)
    #expect(Set(Acceptance.all.map(\.name)).count == Acceptance.all.count)
    #expect(Acceptance.all.map(\.id) == Acceptance.all.map(\.id).sorted())
  }
}

/// The stand-in's screen, whose transitions end turns after their call, and its user.
@MainActor
private final class StandInHost: AcceptanceHost {
  let world: HeadlessWorld
  private let scene = UIWindowScene()

  init() {
    world = HeadlessWorld(endsLate: true)
    world.window.windowScene = scene
  }

  var window: UIWindow { world.window }
  var store: NavigationStore { world.store }

  func turn() async { await turnOfMainQueue() }

  func settle() async {
    for _ in 0..<12 { await turnOfMainQueue() }
    // A view, a window or a scene that is hidden or shown makes no change of a controller.
    store.runLoopDidTurn()
  }

  func tapBack(in stack: UINavigationController) -> Bool { stack.userDidTapBack() }

  func tapTab(at index: Int, in tabs: UITabBarController) -> Bool {
    tabs.userDidTapTab(at: index)
  }

  func tapBeside(_ popover: UIViewController) -> Bool { popover.userDidTapOutside() }

  func enterBackground() -> Bool {
    scene.enterBackground()
    return true
  }

  func crowdedTabs(of controllers: [UIViewController]) -> UITabBarController {
    let tabs = CrowdedTabs()
    tabs.viewControllers = controllers
    return tabs
  }

  func showMore(in tabs: UITabBarController) -> Bool {
    (tabs as? CrowdedTabs)?.showsMore = true
    return tabs is CrowdedTabs
  }

  func inspectedSplit(with inspector: UIViewController) -> UISplitViewController? {
    StandInInspectedSplit(inspector: inspector)
  }

  func setInspector(isShown: Bool, in split: UISplitViewController) {
    let split = split as? StandInInspectedSplit
    if isShown { split?.showInspector() } else { split?.hideInspector() }
  }

  func swiftUIContainers() -> [(name: String, host: UIViewController)] {
    let hosts = (0..<3).map { _ in UIHostingController(rootView: Text("")) }
    _ = StandInContainers.stack(screen("A"), in: hosts[0])
    _ = StandInContainers.tabs(screen("A"), screen("B"), in: hosts[1])
    _ = StandInContainers.split(in: hosts[2])
    return Array(zip(["NavigationStack", "TabView", "NavigationSplitView"], hosts))
  }

  func preparePullDown(of sheet: UIViewController) {}

  func beginPullDown(of sheet: UIViewController) async -> AcceptanceGesture? {
    sheet.userDidBeginPullDown().map(AcceptanceGesture.init)
  }

  func pullDown(_ sheet: UIViewController) -> Bool {
    sheet.userDidPullDown()
    return true
  }

  func beginSwipeBack(in stack: UINavigationController) async -> AcceptanceGesture? {
    stack.userDidBeginEdgeSwipe().map(AcceptanceGesture.init)
  }
}

extension AcceptanceGesture {
  fileprivate init(_ gesture: HeadlessGesture) {
    self.init(finish: { gesture.finish() }, cancel: { gesture.cancel() })
  }
}

/// Tabs of which the bar has no room for the last ones.
private final class CrowdedTabs: UITabBarController {
  private let more = stack("More", screen("List of more"))
  /// Whether the "More" navigation controller is shown instead of a tab.
  var showsMore = false

  override var selectedIndex: Int {
    get { showsMore ? NSNotFound : super.selectedIndex }
    set { super.selectedIndex = newValue }
  }

  override var selectedViewController: UIViewController? {
    get { showsMore ? more : super.selectedViewController }
    set { super.selectedViewController = newValue }
  }
}

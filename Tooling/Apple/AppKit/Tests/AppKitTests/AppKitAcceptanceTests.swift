import Acceptance
import AppKit
import NavigationRuntime
import Testing

/// The acceptance suite, which is made for a Mac, on the stand-in.
@MainActor
@Suite("An assumption about AppKit", .serialized)
struct AppKitAcceptanceTests {
  @Test("Holds on the stand-in, whose user can make every move", arguments: Acceptance.all)
  func holds(_ acceptance: Acceptance) async {
    let run = await acceptance.run(in: StandInHost())
    #expect(run.faults == [])
    #expect(run.missingMoves == [])
  }

  @Test("Is found not to hold where windows never come to rest, and no turn ends")
  func canFail() async {
    var failing: [String] = []
    for acceptance in Acceptance.all {
      let run = await acceptance.run(in: StandInHost(isStuck: true))
      if !run.faults.isEmpty { failing.append(acceptance.name) }
    }
    #expect(Set(failing).isSuperset(of: ["parentOfPopover", "endOfTurnOnMac", "windowOnScreen"]))
  }

  @Test("Has an identifier and a name of its own")
  func names() {
    #expect(Set(Acceptance.all.map(\.name)).count == Acceptance.all.count)
    #expect(Acceptance.all.map(\.id) == Set(Acceptance.all.map(\.id)).sorted())
  }
}

/// The stand-in's screen, on which sheets slide and popovers fade, and its user.
@MainActor
private final class StandInHost: AcceptanceHost {
  private let world = AppKitWorld(animates: true)
  private let isStuck: Bool

  init(isStuck: Bool = false) { self.isStuck = isStuck }

  var window: NSWindow { world.window }
  var store: NavigationStore { world.store }

  func store(of window: NSWindow) -> NavigationStore { world.context.store(for: window) }

  func turn() async {
    await turnOfMainQueue()
    if !isStuck { store.runLoopDidTurn() }
  }

  func settle() async {
    if !isStuck { window.standInCompleteAnimations() }
    await turn()
  }

  func clickCloseButton(of window: NSWindow) async -> Bool {
    window.standInUserDidClickClose()
    return true
  }

  func clickTab(at index: Int, in tabs: NSTabViewController) async -> Bool {
    tabs.standInUserDidClick(index)
    return true
  }

  func clickBeside(_ popover: NSViewController) async -> Bool {
    guard let shown = popover.standInPopover else { return false }
    shown.standInUserDidClick(in: window)
    return true
  }
}

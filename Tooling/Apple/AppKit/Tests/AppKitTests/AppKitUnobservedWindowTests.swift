import AppKit
import AsyncFlow
import NavigationRuntime
import Testing

/// A flow with one screen, which handles nothing else.
@MainActor
private final class PanelFlow: Flow {
  enum PanelStep: Step { case start }

  let screen: NSViewController
  var root: any Presentable { screen }

  init(_ screen: NSViewController) { self.screen = screen }

  func navigate(to step: PanelStep) async -> FlowContributors { .none }
}

@MainActor
@Suite("A flow over a window on AppKit that is not observed", .serialized)
struct AppKitUnobservedWindowTests {
  /// The ways in which the window shows the flow's screen.
  ///
  /// A foreign sheet comes first: in a process that runs these tests alone, the methods of windows
  /// have to be wrapped by then.
  enum Presentation: CaseIterable {
    case foreignSheet, criticalSheet, sheet
  }

  private let home = screen("Home")
  private let window = NSWindow()
  private let context = NavigationContext(clock: ManualNavigationClock())

  init() {
    // Clears the event of an earlier test.
    NSApp.currentEvent = nil
    window.contentViewController = home
    window.makeKeyAndOrderFront(nil)
  }

  @Test("Ends with its sheet", arguments: Presentation.allCases, [false, true])
  func sheet(presentation: Presentation, animates: Bool) async {
    window.standInAnimates = animates
    let coordinator = FlowCoordinator(context: context)
    let flow = PanelFlow(screen("Panel"))
    var events: [String] = []
    let subscription = coordinator.onEvent { events.append($0.description) }
    coordinator.coordinate(flow: flow, with: OneStepper(.start))
    await coordinator.settled()
    let sheet = NSWindow()
    if presentation != .sheet { sheet.contentViewController = flow.screen }
    switch presentation {
    case .sheet: home.presentAsSheet(flow.screen)
    case .foreignSheet: window.beginSheet(sheet)
    case .criticalSheet: window.beginCriticalSheet(sheet)
    }
    window.standInCompleteAnimations()
    #expect(flow.screen.isPresented)
    #expect(window.lifecycle.store?.tree.modalChain.map(\.name) == ["Panel"])
    #expect(sheet.lifecycle.store == nil)
    if presentation == .sheet { home.dismiss(flow.screen) } else { window.endSheet(sheet) }
    window.standInCompleteAnimations()
    await coordinator.settled()
    #expect(events.contains("ended: PanelFlow, removed"))
    #expect(events.last == "completed")
    subscription.cancel()
  }
}

import AppKit
import CoreFlow
import Testing

@MainActor
@Suite("Flows of CoreFlow on AppKit")
struct AppKitFlowTests {
  @Test("A flow ends because the user closed its sheet, or because code did")
  func sheet() {
    let world = AppKitWorld()
    let root = StepFlow(context: world.context)
    root.launch(in: world.window)
    var reasons: [NavigationEndReason] = []
    let button = NSButton()
    for isAction in [true, false] {
      weak var child: StepFlow?
      do {
        let strong = StepFlow(context: world.context)
        child = strong
        root.attach(strong, by: .present) { reasons.append($0) }
        button.standInIsDismissAction = isAction
        button.standInAction = { [weak screen = strong.screen] in screen?.dismiss(button) }
      }
      #expect(child != nil)
      button.performClick(nil)
      #expect(child == nil)
    }
    #expect(reasons == [.dismissedByUser, .removed])
    #expect(world.modals.isEmpty)
    withExtendedLifetime(root) {}
  }

  @Test("The flows of a window end when the user closes it, from the top down, and are released")
  func window() {
    let world = AppKitWorld()
    var ended: [String] = []
    weak var weakRoot: StepFlow?
    weak var weakChild: StepFlow?
    do {
      let root = StepFlow(context: world.context)
      let child = StepFlow(context: world.context)
      (weakRoot, weakChild) = (root, child)
      root.core.onResign = { ended.append("root") }
      child.core.onResign = { ended.append("child") }
      root.launch(in: world.window)
      root.attach(child, by: .present)
      #expect(world.modals.count == 1)
      world.window.standInUserDidClickClose()
      #expect(ended == ["child", "root"])
      // AppKit's window has its content still, to be shown again.
      world.window.contentViewController = nil
      withExtendedLifetime(root) {}
    }
    #expect(weakChild == nil)
    #expect(weakRoot == nil)
  }
}

private final class StepCore: Core<Void, Int> {
  var onResign: () -> Void = {}

  init() { super.init(initialState: 0) }

  override func willResignActive() { onResign() }
}

private final class StepScreen: Screen<StepCore> {
  override func loadView() { view = NSView() }
}

private final class StepFlow: Flow<StepCore, StepScreen> {
  override func createCore() -> StepCore { StepCore() }
  override func createScreen() -> StepScreen { StepScreen(reactor: core) }
}

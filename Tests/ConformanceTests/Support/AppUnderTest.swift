import DemoApp
import DemoKit
import NavigationRuntime

/// The app of one framework, with all the controllers that were ever seen in it.
@MainActor
final class AppUnderTest {
  let framework: DemoFramework
  let clock = ManualNavigationClock()
  private(set) var app: (any DemoApplication)?
  private weak var endedApp: (any DemoApplication)?
  private var player: StoryPlayer?
  private var seen: [ObjectIdentifier: WeakController] = [:]

  private struct WeakController {
    weak var controller: DemoViewController?
  }

  init(_ framework: DemoFramework) {
    self.framework = framework
    let app = framework.makeApp(
      platform: DemoPlatform(), context: NavigationContext(clock: clock))
    self.app = app
    player = StoryPlayer(app)
    app.start()
  }

  var tree: NavigationTree? { app?.store.tree }

  /// The text that the user reads.
  var screen: String { app?.window.visibleText ?? "" }

  var issues: [String] {
    (app?.events.events ?? []).filter { $0.kind == .issue }.map(\.text)
  }

  func settle() async {
    await app?.settled()
    if let root = app?.window.rootViewController { note(root) }
  }

  /// Performs a line, and settles afterwards if `settling`.
  func perform(_ line: StoryLine, of file: String, settling: Bool) async -> StoryFailure? {
    let step = await player?.perform(line, of: file, settling: settling)
    if settling { await settle() }
    return step?.failure
  }

  private func note(_ controller: DemoViewController) {
    seen[ObjectIdentifier(controller)] = WeakController(controller: controller)
    for child in controller.children { note(child) }
    if let presented = controller.presentedViewController,
      presented.presentingViewController === controller
    {
      note(presented)
    }
  }

  /// Ends and releases the app.
  ///
  /// - Returns: The names of the controllers that are alive afterwards.
  func end() async -> [String] {
    await app?.settled()
    clock.advance(by: 60)
    app?.stop()
    await app?.settled()
    endedApp = app
    let issues = issues
    player = nil
    app = nil
    var alive = seen.values.compactMap { $0.controller?.restorationIdentifier }
    if endedApp != nil { alive.append("the app") }
    return alive + issues
  }
}

import DemoApp
import DemoKit
import Foundation
import NavigationRuntime
import TestSupport
import Testing

/// The app of one framework, with all the controllers that were ever seen in it.
///
/// On a strict platform its transitions end turns after their call.
@MainActor
final class AppUnderTest {
  let framework: DemoFramework
  let clock = ManualNavigationClock()
  private var player: StoryPlayer?
  private var seen: [ObjectIdentifier: WeakController] = [:]
  /// The app, after the apps that it has succeeded.
  private var apps: [WeakApp] = []
  /// Compare the apps' traces with what really happened.
  private var traces: [TraceCheck] = []
  private let traceCapacity: Int?

  private struct WeakController {
    weak var controller: DemoViewController?
  }

  private struct WeakApp {
    weak var app: (any DemoApplication)?
  }

  /// Starts an app.
  ///
  /// - Parameters:
  ///   - framework: Its framework.
  ///   - archive: The archive of an earlier process, which it restores.
  ///   - traceCapacity: The number of events that a trace keeps; `nil` for no trace.
  init(_ framework: DemoFramework, from archive: Data? = nil, traceCapacity: Int? = nil) {
    self.framework = framework
    self.traceCapacity = traceCapacity
    let app = framework.makeApp(
      platform: DemoPlatform(), context: NavigationContext(clock: clock))
    player = StoryPlayer(app)
    note(app)
    do {
      if let archive { try app.start(from: archive) } else { app.start() }
    } catch {
      Issue.record(error)
    }
  }

  var app: (any DemoApplication)? { player?.app }

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
    if let app, apps.last?.app !== app { note(app) }
    if settling { await settle() }
    return step?.failure
  }

  private func note(_ app: any DemoApplication) {
    app.window.platform.endsTransitionsLate = platformIsStrict
    apps.append(WeakApp(app: app))
    if let traceCapacity { traces.append(TraceCheck(app, capacity: traceCapacity)) }
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
    // No transition is left to wait for, but the callbacks of the removed screens come later.
    await takeTurns()
    let issues = issues + traces.flatMap(\.faults)
    traces = []
    player = nil
    let alive = seen.values.compactMap { $0.controller?.restorationIdentifier }
    return alive + apps.compactMap { $0.app.map { "the app \($0.name)" } } + issues
  }
}

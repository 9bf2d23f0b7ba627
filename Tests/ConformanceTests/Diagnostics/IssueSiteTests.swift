import AsyncFlow
import CoreFlow
import Foundation
import TestSupport
import Testing

private struct Broken: Error {}

private enum PlainStep: Step { case start }

private final class PlainFlow: AsyncFlow.Flow {
  let controller = HeadlessNavigationController()
  let answer: FlowContributors

  init(_ answer: FlowContributors = .none) { self.answer = answer }

  var root: any Presentable { controller }

  func navigate(to step: any Step) async -> FlowContributors { answer }
}

private typealias PlainCore = Core<Void, Int>

private final class Feature: CoreFlow.Flow<PlainCore, HeadlessScreen<PlainCore>> {
  override func createCore() -> PlainCore { PlainCore(initialState: 0) }
  override func createScreen() -> HeadlessScreen<PlainCore> { HeadlessScreen(reactor: core) }
}

private final class Rootless: ScreenLessFlow<ScreenLessCore> {
  override func createCore() -> ScreenLessCore { ScreenLessCore() }
}

/// Goes through the issues that can be reported, and their source locations.
@MainActor
@Suite("The source location of an issue")
struct IssueSiteTests {
  private let world = HeadlessWorld(root: stack("Home", screen("List")))

  private func feature() -> Feature { Feature(context: world.context) }

  /// Returns the issues that a misuse causes.
  private func issues(_ misuse: () async throws -> Void) async rethrows -> [NavigationIssue] {
    let before = world.issues.count
    try await misuse()
    return Array(world.issues.dropFirst(before))
  }

  private func expect(
    _ code: String, at line: Int, _ issues: [NavigationIssue],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let issue = issues.first { $0.code.rawValue == code }
    #expect(issue != nil, "\(issues)", sourceLocation: sourceLocation)
    #expect(issue?.fileID == #fileID, sourceLocation: sourceLocation)
    #expect(issue?.line == UInt(line), sourceLocation: sourceLocation)
  }

  @Test("Is the call on a flow of CoreFlow")
  func features() async {
    let root = feature()
    root.launch(in: world.window)
    let child = feature()
    expect("notAttached", at: #line, await issues { root.detach(child) })
    expect("alreadyAttached", at: #line, await issues { root.attach(root, by: .none) })
    expect("noTarget", at: #line, await issues { root.attach(child, by: .tab) })
    expect("replacesParent", at: #line, await issues { root.attach(feature(), by: .root) })
    expect("noScreen", at: #line, await issues { root.attach(Rootless(), by: .push) })
    let rootless = Rootless(context: world.context)
    expect("noTarget", at: #line, await issues { rootless.attach(feature(), by: .root) })
    root.attach(feature(), by: .present)
    expect("notShown", at: #line, await issues { root.attach(feature(), by: .present) })
    let other = HeadlessWindow(platform: world.platform)
    expect("alreadyLaunched", at: #line, await issues { root.launch(in: other) })
    let active = feature()
    _ = active.core
    let parent = feature()
    expect("activeBeforeParent", at: #line, await issues { parent.attach(active, by: .none) })
    root.finish()
    expect("attachedToEnded", at: #line, await issues { root.attach(feature(), by: .none) })
    let elsewhere = NavigationContext(clock: world.clock)
    var found: [NavigationIssue] = []
    elsewhere.issues.handler = { found.append($0) }
    let stranger = Feature(context: elsewhere)
    stranger.launch(in: world.window)
    expect("storeOfOtherContext", at: #line - 1, found)
  }

  @Test("Is the call on a procedure, or its step")
  func procedures() async {
    let procedure = Procedure<Int>()
    expect(
      "notCommitted", at: #line + 1,
      await issues { _ = procedure.start(0, context: world.context) })
    let retried = Procedure<Int>()
    let line = #line + 1
    let steps = ProcedureSteps { (_: Int, _: Void) -> (Int, Void) in throw Broken() }
    retried.onStep(steps.retry(1_000)).commit()
    expect(
      "endlessRetry", at: line,
      await issues { _ = await retried.start(0, context: world.context).value() })
  }

  @Test("Is the call on a screen without a reactor")
  func screens() async {
    let lonely = HeadlessScreen(reactor: PlainCore(initialState: 0))
    world.window.rootViewController = lonely
    expect("reactorGone", at: #line, await issues { lonely.observeState(\.self) { _ in } })
    expect("reactorGone", at: #line, await issues { lonely.observeDistinctState(\.self) { _ in } })
    let sent = await issues { lonely.send(()) }
    #expect(sent.map(\.fileID) == [nil])
    #expect(sent.map(\.line) == [nil])
  }

  @Test("Is the call on a coordinator")
  func coordinators() async {
    let coordinator = FlowCoordinator(context: world.context)
    let stepper = OneStepper(PlainStep.start)
    let flow = PlainFlow()
    coordinator.coordinate(flow: flow, with: stepper)
    let other = FlowCoordinator(context: world.context)
    expect(
      "flowAlreadyAlive", at: #line + 1,
      await issues { other.coordinate(flow: flow, with: stepper) })
    expect(
      "flowAlreadyAlive", at: #line + 1,
      await issues { _ = await other.result(of: flow, with: stepper, as: Int.self) })
    expect(
      "flowAlreadyAlive", at: #line + 1,
      await issues { other.node(of: flow, with: stepper).start(under: nil) })
    expect(
      "wrongResult", at: #line + 2,
      await issues {
        _ = await other.result(of: PlainFlow(.finish(1)), with: stepper, as: String.self)
      })
    other.stop()
    expect(
      "coordinatorCompleted", at: #line + 1,
      await issues { other.coordinate(flow: PlainFlow(), with: stepper) })
    expect(
      "coordinatorCompleted", at: #line + 1,
      await issues { _ = await other.result(of: PlainFlow(), with: stepper, as: Int.self) })
    world.window.rootViewController = flow.controller
    expect(
      "wrongRoot", at: #line + 1,
      await issues { Flows.use(flow, when: .created) { (_: HeadlessTabBarController) in } })
    expect(
      "wrongRoot", at: #line + 1,
      await issues { Flows.use([flow], when: .created) { (_: [HeadlessTabBarController]) in } })
  }

  @Test("Is missing if an answer, an effect or the platform is the cause")
  func noCaller() async {
    let coordinator = FlowCoordinator(context: world.context)
    coordinator.coordinate(
      flow: PlainFlow(.one(flowContributor: .forwardToParentFlow(withStep: PlainStep.start))),
      with: OneStepper(PlainStep.start))
    await world.context.settled()
    let failing = FailingCore(initialState: 0, context: world.context)
    failing.send(())
    await world.context.settled()
    #expect(world.issues.map(\.code.rawValue) == ["forwardedFromRoot", "effectFailed"])
    #expect(world.issues.allSatisfy { $0.fileID == nil && $0.line == nil })
  }

  @Test("Is given wherever the libraries make an issue, or explicitly missing")
  func sources() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources")
    // Elsewhere than in the package itself the folders are symbolic links, which are not followed.
    let files = try ["NavigationRuntime", "AsyncFlow", "CoreFlow"].flatMap { library in
      let folder = sources.appendingPathComponent(library).resolvingSymlinksInPath()
      return try #require(
        FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      ).compactMap { $0 as? URL }
    }
    var count = 0
    for file in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for call in text.components(separatedBy: "NavigationIssue(").dropFirst()
      where call.drop(while: \.isWhitespace).hasPrefix("code:") {
        count += 1
        // The arguments end before the next declaration does.
        let arguments = call.components(separatedBy: "\n  }").first ?? call
        #expect(
          arguments.contains("at:") || arguments.contains("fileID:"),
          "\(file.lastPathComponent): NavigationIssue(\(arguments.prefix(80))")
      }
    }
    #expect(count > 30)
  }
}

private final class FailingCore: Core<Void, Int> {
  override func reduce(state: inout Int, action: Void) -> Effect<Void> {
    .run { _ in throw Broken() }
  }
}

import CoreFlow
import TestSupport
import Testing

private final class Thing {}

@MainActor
@Suite("The leak detector")
struct LeakDetectorTests {
  let clock = ManualNavigationClock()
  let context: NavigationContext
  let detector: LeakDetector

  init() {
    context = NavigationContext(clock: clock)
    detector = context.leakDetector
    detector.isEnabled = true
  }

  private func collect() -> Findings {
    let findings = Findings()
    detector.onFinding = { findings.all.append($0) }
    return findings
  }

  @Test("What stays is found once, when its time is over, with type and path")
  func stays() {
    let findings = collect()
    let thing = Thing()
    detector.expectDeallocate(thing, path: "Root › Child")
    clock.advance(by: 0.9)
    #expect(findings.all.isEmpty)
    clock.advance(by: 10)
    #expect(findings.all.map(\.typeName) == ["Thing"])
    #expect(
      findings.all.first?.description
        == "Thing is still alive 1.0 s after its end. Its path was Root › Child.")
    withExtendedLifetime(thing) {}
  }

  @Test("What goes in time is never reported, whoever takes its address afterwards")
  func goes() {
    let findings = collect()
    var others: [Thing] = []
    for _ in 0..<100 {
      do {
        let thing = Thing()
        detector.expectDeallocate(thing, path: "x")
      }
      others.append(Thing())
    }
    clock.advance(by: 2)
    #expect(findings.all.isEmpty)
    #expect(detector.status == .complete)
    withExtendedLifetime(others) {}
  }

  @Test("Two expectations of one object do not disturb each other; a cancelled one is silent")
  func independent() {
    let findings = collect()
    let thing = Thing()
    let first = detector.expectDeallocate(thing, within: 1, path: "first")
    detector.expectDeallocate(thing, within: 2, path: "second")
    first.cancel()
    first.cancel()
    clock.advance(by: 3)
    #expect(findings.all.map(\.path) == ["second"])
    withExtendedLifetime(thing) {}
  }

  @Test("The status changes once in each direction, also when an expectation is cancelled twice")
  func status() {
    _ = collect()
    var heard: [LeakDetector.Status] = []
    let subscription = detector.observeStatus { heard.append($0) }
    let thing = Thing()
    let a = detector.expectDeallocate(thing, path: "a")
    let b = detector.expectDeallocate(thing, path: "b")
    a.cancel()
    #expect(detector.status == .inProgress)
    b.cancel()
    a.cancel()
    clock.advance(by: 5)
    #expect(heard == [.complete, .inProgress, .complete])
    #expect(clock.sleeperCount == 0)
    withExtendedLifetime((subscription, thing)) {}
  }

  @Test("A screen that stays on screen is found; hidden counts as on screen, gone does not")
  func disappears() {
    let findings = collect()
    let home = stack("Home", screen("List"), screen("Detail"))
    let world = HeadlessWorld(root: home)
    for screen in home.viewControllers { detector.expectDisappear(screen, path: "x") }
    home.popViewController(animated: false)
    clock.advance(by: 4)
    #expect(findings.all.isEmpty)
    clock.advance(by: 1)
    #expect(findings.all.map(\.expectation) == [.disappear])
    withExtendedLifetime(world) {}
  }

  @Test("What is kept on purpose is no finding")
  func keptOnPurpose() {
    let findings = collect()
    detector.isKeptOnPurpose = { $0 is Thing }
    let thing = Thing()
    detector.expectDeallocate(thing, path: "x")
    clock.advance(by: 1)
    #expect(findings.all.isEmpty)
    withExtendedLifetime(thing) {}
  }

  @Test("By default a finding is an issue of the context")
  func defaultSink() {
    var issues: [NavigationIssue] = []
    context.issues.handler = { issues.append($0) }
    let thing = Thing()
    detector.expectDeallocate(thing, path: "x")
    clock.advance(by: 1)
    #expect(issues.map(\.code.rawValue) == ["leak"])
    withExtendedLifetime(thing) {}
  }

  @Test("Findings and status are streams, too")
  func streams() async {
    _ = collect()
    let findings = detector.findings
    let statuses = detector.statusStream
    let thing = Thing()
    detector.expectDeallocate(thing, path: "x")
    clock.advance(by: 1)
    for await finding in findings {
      #expect(finding.path == "x")
      break
    }
    for await status in statuses {
      #expect(status == .complete)
      break
    }
    withExtendedLifetime(thing) {}
  }

  @Test("Switched off it waits for nothing; the environment can switch it off")
  func off() {
    detector.isEnabled = false
    let thing = Thing()
    let expectation = detector.expectDeallocate(thing, path: "x")
    #expect(detector.status == .complete)
    #expect(clock.sleeperCount == 0)
    expectation.cancel()
    for word in ["yes", "YES", "true", "True"] {
      #expect(!LeakDetector.isEnabledByDefault(["DISABLE_LEAK_DETECTION": word]))
    }
    #expect(
      LeakDetector.isEnabledByDefault([:])
        == LeakDetector.isEnabledByDefault(["DISABLE_LEAK_DETECTION": "no"]))
  }
}

@MainActor
@Suite("Leaks of flows")
struct FlowLeakTests {
  @Test("A core that is kept is found once, with its path; flow and screen are not")
  func keptCore() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    var core: ProbeCore?
    do {
      let child = world.flow("child")
      world.root.attach(child, by: .push)
      core = child.core
    }
    world.home.userDidTapBack()
    world.world.clock.advance(by: 10)
    #expect(world.codes == ["leak"])
    #expect(
      world.world.issues.first?.fact
        == "ProbeCore is still alive 1.0 s after its end. Its path was ProbeFlow › "
        + "ProbeFlow.")
    withExtendedLifetime(core) {}
  }

  @Test("A flow that is kept after its end is found, and so is what stays on the screen")
  func keptFlow() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    world.root.detach(child)
    world.world.clock.advance(by: 1)
    #expect(world.world.issues.map(\.fact).count { $0.hasPrefix("ProbeFlow is still alive") } == 1)
    world.home.pushViewController(child.screen, animated: false)
    world.world.clock.advance(by: 4)
    #expect(world.world.issues.map(\.fact).contains { $0.contains("still on screen") })
    withExtendedLifetime((world, child)) {}
  }

  @Test("A flow that is detached and goes is never reported")
  func noLeak() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    do {
      let child = world.flow("child")
      world.root.attach(child, by: .push)
      child.attach(world.flow("sheet"), by: .present)
      world.root.detach(child)
    }
    world.world.clock.advance(by: 10)
    #expect(world.codes.isEmpty)
    #expect(world.world.context.leakDetector.status == .complete)
  }

  @Test("A flow that is attached again in time is not reported")
  func attachedAgain() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let child = world.flow("child")
    world.root.attach(child, by: .push)
    world.root.detach(child)
    world.root.attach(child, by: .push)
    world.world.clock.advance(by: 10)
    #expect(world.codes.isEmpty)
  }

  @Test("Shown by hand and forgotten, a flow is named with the one beneath it on the screen")
  func forgotten() {
    let world = ProbeWorld()
    world.world.context.leakDetector.isEnabled = true
    let root = ProbeFlow("below", world.journal, context: world.world.context)
    world.world.window.rootViewController = world.home
    world.home.pushViewController(root.screen, animated: true)
    let forgotten = ProbeFlow("forgotten", world.journal, context: world.world.context)
    world.home.pushViewController(forgotten.screen, animated: true)
    world.home.userDidTapBack()
    world.world.clock.advance(by: 1)
    #expect(world.codes == ["leak"])
    #expect(
      world.world.issues.first?.fact.hasSuffix("It was shown on top of ProbeFlow.") == true)
    #expect(root.isActive)
  }
}

@MainActor
private final class Findings {
  var all: [LeakFinding] = []
}

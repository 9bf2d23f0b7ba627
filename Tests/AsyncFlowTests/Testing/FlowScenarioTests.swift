import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("The scenario")
struct FlowScenarioTests {
  private func pushing() -> (ScriptedFlow, HeadlessNavigationController, TestStepper) {
    let home = stack("Home")
    let flow = ScriptedFlow(root: home)
    let stepper = TestStepper(TestStep.start)
    flow.onNavigate = { step in
      let page = screen("\(step)")
      home.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: TestStepper()))
    }
    return (flow, home, stepper)
  }

  @Test("Accounts for everything that happens")
  func accounted() async {
    var failures: [String] = []
    let scenario = FlowScenario { failures.append($0.text) }
    let (flow, home, stepper) = pushing()
    await scenario.start(flow, with: stepper)
    scenario.expect(
      "started: ScriptedFlow",
      "tree: pushed screen start onto Home (AsyncFlow: ScriptedFlow → start)",
      "step: ScriptedFlow → start", "ready: ScriptedFlow")
    await scenario.act { stepper.send(.number(1)) }
    #expect(scenario.tree.visibleLeaf.name == "number(1)")
    await scenario.act { _ = home.userDidTapBack() }
    #expect(failures.isEmpty, "\(failures)")
    scenario.finish()
    #expect(failures.count == 1)
    #expect(failures[0].contains("not expected: step: ScriptedFlow → number(1)"))
    scenario.finish()
    #expect(failures.count == 1)
  }

  @Test("A NoneStep reaches no flow, as in a coordinator")
  func noneStep() async {
    var failures: [String] = []
    let scenario = FlowScenario { failures.append($0.text) }
    await scenario.start(ScriptedFlow(root: stack("One")), with: OneStepper(TestStep.start))
    scenario.expect(
      "started: ScriptedFlow", "step: ScriptedFlow → start", "ready: ScriptedFlow")
    let receipt = await scenario.navigate(to: NoneStep())
    #expect(receipt.deliveries.isEmpty)
    scenario.finish()
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("A second flow is shown in place of the first one, which ends")
  func secondFlow() async {
    var failures: [String] = []
    let scenario = FlowScenario { failures.append($0.text) }
    await scenario.start(ScriptedFlow(root: stack("One")), with: OneStepper(TestStep.start))
    scenario.expect(
      "started: ScriptedFlow", "step: ScriptedFlow → start", "ready: ScriptedFlow")
    await scenario.start(ScriptedFlow(root: stack("Two")), with: OneStepper(TestStep.start))
    scenario.expect(
      "started: ScriptedFlow", "ended: ScriptedFlow, removed", "step: ScriptedFlow → start",
      "ready: ScriptedFlow")
    scenario.finish()
    #expect(failures.isEmpty, "\(failures)")
    #expect(scenario.tree.visibleLeaf.name == "Two")
  }

  @Test("The start of a second flow forgets no event of the first one")
  func eventsBeforeSecondStart() async {
    var failures: [String] = []
    let scenario = FlowScenario { failures.append($0.text) }
    let stepper = TestStepper(TestStep.start)
    await scenario.start(ScriptedFlow(root: scenario.window), with: stepper)
    scenario.expect(
      "started: ScriptedFlow", "step: ScriptedFlow → start", "ready: ScriptedFlow")
    await scenario.act { stepper.send(.number(1)) }
    await scenario.start(ScriptedFlow(root: stack("Home")), with: OneStepper(TestStep.start))
    scenario.expect(
      "started: ScriptedFlow", "step: ScriptedFlow → start", "ready: ScriptedFlow")
    scenario.finish()
    #expect(failures.count == 1)
    #expect(failures.first?.contains("+ step: ScriptedFlow → number(1)") == true)
  }

  @Test("A root that the headless window cannot show is a failure at the start")
  func rootOfOtherPlatform() async {
    var failures: [TestFailure] = []
    let scenario = FlowScenario { failures.append($0) }
    let flow = ScriptedFlow(root: ForeignContainer())
    await scenario.start(flow, with: OneStepper(TestStep.start))
    let line = #line - 1
    #expect(failures.map(\.call.line) == [line])
    #expect(
      failures.map(\.text) == [
        """
        start: the root of ScriptedFlow is a ForeignContainer, which a headless window cannot show, \
        so the flow has no screen here. Build the flow with headless controllers, or test it in a \
        window of its platform, with a FlowCoordinator.
        """
      ])
    await scenario.start(flow, with: TestStepper(TestStep.start))
    #expect(failures.count == 2)
  }

  @Test("A root without a controller is not shown, and is no failure")
  func rootWithoutController() async {
    var failures: [String] = []
    let scenario = FlowScenario { failures.append($0.text) }
    await scenario.start(OtherFlow(), with: OneStepper(OtherStep.other))
    await scenario.start(ScriptedFlow(root: scenario.window), with: OneStepper(TestStep.start))
    #expect(failures.isEmpty, "\(failures)")
  }

  @Test("A failure shows the expected and the actual events")
  func failureText() async {
    var failures: [TestFailure] = []
    let scenario = FlowScenario { failures.append($0) }
    await scenario.start(OtherFlow(), with: OneStepper(TestStep.start))
    scenario.expect("started: OtherFlow", "step: OtherFlow → other")
    let line = #line - 1
    #expect(failures.map(\.call.line) == [line])
    #expect(failures.map(\.call.filePath) == [#filePath])
    #expect(
      failures.map(\.text) == [
        """
        The events are not as expected.
        (− expected, + actual)
          started: OtherFlow
        − step: OtherFlow → other
        + not handled: OtherFlow → start: unhandled
        + ready: OtherFlow
        """
      ])
  }

  @Test("An unfinished scenario reports the rest of its account at the line that made it")
  func unfinished() async {
    var failures: [String] = []
    var lines: Set<Int> = []
    do {
      let scenario = FlowScenario(line: 7) {
        failures.append($0.text)
        lines.insert($0.call.line)
      }
      let flow = OtherFlow()
      await scenario.start(flow, with: OneStepper(OtherStep.other))
      scenario.expect(
        "started: OtherFlow", "step: OtherFlow → other", "ready: OtherFlow", line: 7)
      await scenario.navigate(to: OtherStep.other)
      withExtendedLifetime(scenario) {}
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("not expected: step: OtherFlow → other") == true)
    #expect(lines == [7])
    do {
      let scenario = FlowScenario { failures.append($0.text) }
      await scenario.start(OtherFlow(), with: OneStepper(OtherStep.other))
      withExtendedLifetime(scenario) {}
    }
    #expect(failures.count == 1)
  }

  @Test("A scenario that is not exhaustive requires the expected events in order, and skips others")
  func notExhaustive() async {
    var failures: [TestFailure] = []
    var skipped: [String] = []
    let scenario = FlowScenario { failures.append($0) }
    scenario.isExhaustive = false
    scenario.onSkippedAssertion = { skipped.append($0.text) }
    let (flow, _, stepper) = pushing()
    await scenario.start(flow, with: stepper)
    scenario.expect("started: ScriptedFlow", "step: ScriptedFlow → start")
    #expect(
      skipped == [
        "Skipped:\n  tree: pushed screen start onto Home (AsyncFlow: ScriptedFlow → start)"
      ])
    // Later events remain.
    scenario.expect("ready: ScriptedFlow")
    #expect(failures.isEmpty)
    await scenario.act { stepper.send(.number(1)) }
    scenario.expect("ready: ScriptedFlow")
    let line = #line - 1
    #expect(failures.map(\.call.line) == [line])
    #expect(failures.first?.text.hasPrefix("Expected, but missing: ready: ScriptedFlow") == true)
    // A failed call skips nothing.
    scenario.expect("step: ScriptedFlow → number(1)")
    #expect(failures.count == 1)
    await scenario.act { stepper.send(.number(2)) }
    scenario.finish()
    #expect(failures.count == 1)
    #expect(skipped.last?.contains("not expected: step: ScriptedFlow → number(2)") == true)
  }

  @Test("A scenario that is not exhaustive still requires that nothing is reported")
  func notExhaustiveIssues() async {
    var failures: [String] = []
    do {
      let scenario = FlowScenario { failures.append($0.text) }
      scenario.isExhaustive = false
      let flow = ScriptedFlow()
      flow.onNavigate = { _ in .one(.forwardToParent(step: TestStep.number(1))) }
      await scenario.start(flow, with: OneStepper(TestStep.start))
      scenario.expect("started: ScriptedFlow")
      scenario.coordinator.start(DeepLinkPlan(steps: [OtherStep.other], deadline: 5)).cancel()
      withExtendedLifetime(scenario) {}
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("was reported: ScriptedFlow forwarded number(1)") == true)
    #expect(failures.first?.contains("not expected") == false)
  }

  @Test("Finds waiting steps, issues and timers at the end")
  func leftovers() async {
    var failures: [String] = []
    let scenario = FlowScenario { failures.append($0.text) }
    let flow = ScriptedFlow()
    flow.onNavigate = { _ in .one(.forwardToParent(step: TestStep.number(1))) }
    await scenario.start(flow, with: OneStepper(TestStep.start))
    let link = scenario.coordinator.start(
      DeepLinkPlan(steps: [OtherStep.other], deadline: 5))
    await scenario.act {}
    scenario.finish()
    #expect(failures.count == 1)
    #expect(failures[0].contains("still waits: a deep link"))
    #expect(failures[0].contains("was reported: ScriptedFlow forwarded number(1)"))
    #expect(failures[0].contains("Handle the step in the root flow."))
    #expect(failures[0].contains("1 timer is pending, due in 5.0 s"))
    link.cancel()
  }

  @Test("Without expect and finish, reports issues when the scenario is released")
  func releasedWithoutAccount() async {
    var failures: [TestFailure] = []
    let line: Int
    do {
      let scenario = FlowScenario { failures.append($0) }
      line = #line - 1
      let flow = ScriptedFlow()
      flow.onNavigate = { step in
        step == .start ? .none : .one(.forwardToParent(step: TestStep.number(1)))
      }
      await scenario.start(flow, with: OneStepper(TestStep.start))
      await scenario.navigate(to: TestStep.end)
      withExtendedLifetime(scenario) {}
    }
    #expect(failures.count == 1)
    #expect(failures.first?.call.line == line)
    #expect(failures.first?.text.contains("was reported: ScriptedFlow forwarded number(1)") == true)
    #expect(failures.first?.text.contains("not expected") == false)
  }

  @Test("Reports issues after the end when the scenario is released, and nothing twice")
  func afterFinish() async {
    var failures: [String] = []
    do {
      let scenario = FlowScenario { failures.append($0.text) }
      let flow = ScriptedFlow()
      flow.onNavigate = { step in
        guard step != .start else { return .none }
        return .one(.forwardToParent(step: TestStep.number(1)))
      }
      await scenario.start(flow, with: OneStepper(TestStep.start))
      _ = scenario.clock.schedule(after: 5) {}
      let timer = scenario.clock.schedule(after: 5) {}
      scenario.finish()
      await scenario.navigate(to: TestStep.end)
      withExtendedLifetime((scenario, timer)) {}
    }
    #expect(failures.count == 2)
    #expect(failures.first?.contains("timer is pending") == true)
    #expect(failures.last?.contains("was reported") == true)
    #expect(failures.last?.contains("timer is pending") == false)
  }

  @Test("An exception of UIKit is a failure, with and without an end")
  func exceptions() async {
    var failures: [String] = []
    for finishes in [true, false] {
      let scenario = FlowScenario { failures.append($0.text) }
      let home = stack("Home")
      let page = screen("Page")
      let flow = ScriptedFlow(root: home)
      flow.onNavigate = { _ in
        home.pushViewController(page, animated: true)
        home.pushViewController(page, animated: true)
        return .none
      }
      await scenario.start(flow, with: OneStepper(TestStep.start))
      if finishes {
        scenario.expect(
          "started: ScriptedFlow",
          "tree: pushed screen Page onto Home (AsyncFlow: ScriptedFlow → start)",
          "step: ScriptedFlow → start", "ready: ScriptedFlow")
        scenario.finish()
      }
      withExtendedLifetime(scenario) {}
    }
    #expect(failures.count == 2)
    for failure in failures {
      #expect(failure.contains("UIKit raises an exception: "))
      #expect(failure.contains("which contains it already"))
    }
  }

  @Test("An act that does not settle fails at its call, with the running work")
  func hanging() async {
    var failures: [TestFailure] = []
    let scenario = FlowScenario { failures.append($0) }
    let timeoutClock = scenario.context.measureTimeouts()
    let gate = Gate()
    let flow = ScriptedFlow()
    let stepper = TestStepper(TestStep.start)
    flow.onNavigate = { step in
      if step != .start { await gate.wait() }
      return .none
    }
    await scenario.start(flow, with: stepper)
    #expect(failures.isEmpty)
    let act = Task { await scenario.act(line: 3) { stepper.send(.number(1)) } }
    await timeoutClock.spendTimeout()
    await act.value
    let navigation = Task { await scenario.navigate(to: TestStep.number(2), line: 4) }
    await timeoutClock.spendTimeout()
    let receipt = await navigation.value
    #expect(receipt.deliveries.isEmpty)
    #expect(failures.map(\.call.line) == [3, 4])
    #expect(failures[0].text.contains("act: Not settled after 10.0 s"))
    #expect(failures[0].text.contains("- step number(1) in ScriptedFlow (waits for navigate"))
    gate.open()
    await scenario.act {}
    scenario.finish()
    #expect(failures.count == 3)
  }

  @Test("A handler that never returns fails at its call, and not again at the end")
  func neverReturning() async {
    var failures: [TestFailure] = []
    var scenario: FlowScenario? = FlowScenario { failures.append($0) }
    let timeoutClock = scenario?.context.measureTimeouts()
    let gate = Gate()
    let flow = ScriptedFlow()
    flow.onNavigate = { _ in
      await gate.wait()
      return .none
    }
    let start = Task { [scenario] in
      await scenario?.start(flow, with: OneStepper(TestStep.start), line: 3)
    }
    await timeoutClock?.spendTimeout()
    await start.value
    scenario?.expect("started: ScriptedFlow")
    scenario?.finish()
    scenario = nil
    #expect(failures.map(\.call.line) == [3])
    #expect(failures.first?.text.contains("- step start in ScriptedFlow (waits for") == true)
    gate.open()
  }

  @Test("A cancelled test fails at its call with the running work, and not again at the end")
  func cancelled() async {
    var failures: [TestFailure] = []
    let scenario = FlowScenario { failures.append($0) }
    let gate = Gate()
    let flow = ScriptedFlow()
    flow.onNavigate = { _ in
      await gate.wait()
      return .none
    }
    let start = Task { await scenario.start(flow, with: OneStepper(TestStep.start), line: 3) }
    await gate.someone()
    start.cancel()
    await start.value
    #expect(failures.map(\.call.line) == [3])
    #expect(
      failures.first?.text.hasPrefix(
        "start: the test was cancelled; running: step start in ScriptedFlow (waits for") == true)
    scenario.expect("started: ScriptedFlow")
    scenario.finish()
    #expect(failures.count == 1)
    gate.open()
    await scenario.act {}
    let act = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await scenario.act {}
    }
    await act.value
    #expect(failures.map(\.text).dropFirst() == ["act: the test was cancelled."])
  }

  @Test("A sleeper on the scenario's clock holds up no call, and is reported at the end")
  func asleep() async {
    var failures: [String] = []
    let scenario = FlowScenario { failures.append($0.text) }
    let clock = scenario.clock
    let flow = ScriptedFlow()
    flow.onNavigate = { _ in
      try? await clock.sleep(for: 0.3)
      return .none
    }
    await scenario.start(flow, with: OneStepper(TestStep.start))
    #expect(failures.isEmpty)
    scenario.finish()
    #expect(
      failures.last?.contains(
        "still waits: step start in ScriptedFlow (waits for the manual clock to reach 0.3 s)")
        == true)
    await scenario.act { clock.advance(by: 0.3) }
    scenario.expect(
      "step: ScriptedFlow → start", "ready: ScriptedFlow")
    scenario.finish()
    #expect(failures.count == 1)
  }
}

/// A container of a platform that has no headless window.
private final class ForeignContainer: NavigationContainer {
  var navigationRuntimeKind: NavigationTree.Kind { .screen }
  var navigationRuntimeName: String { "Foreign" }
  var navigationRuntimeContainedCount: Int { 0 }
  var navigationRuntimeSelectedIndex: Int? { nil }
  var navigationRuntimePresented: (any NavigationContainer)? { nil }

  func navigationRuntimeContained(at index: Int) -> any NavigationContainer { self }

  func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer { .ended(.alreadyThere) }
}

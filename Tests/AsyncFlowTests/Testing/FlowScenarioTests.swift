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

  @Test("Everything that happens is accounted for")
  func accounted() async {
    var failures: [String] = []
    let scenario = FlowScenario { message, _, _ in failures.append(message) }
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
    #expect(failures[0].contains("not accounted for: step: ScriptedFlow → number(1)"))
    scenario.finish()
    #expect(failures.count == 1)
  }

  @Test("A failure shows what was expected and what happened")
  func failureText() async {
    var failures: [String] = []
    let scenario = FlowScenario { message, _, line in
      failures.append(message)
      #expect(line > 0)
    }
    await scenario.start(OtherFlow(), with: OneStepper(TestStep.start))
    scenario.expect("started: OtherFlow", "step: OtherFlow → other")
    #expect(
      failures == [
        """
        What happened is not what was expected.
        (− expected, + happened)
          started: OtherFlow
        − step: OtherFlow → other
        + not handled: OtherFlow → start: unhandled
        + ready: OtherFlow
        """
      ])
  }

  @Test("A scenario whose account nobody finishes says what is left, where it was made")
  func unfinished() async {
    var failures: [String] = []
    var lines: Set<UInt> = []
    do {
      let scenario = FlowScenario(line: 7) { message, _, line in
        failures.append(message)
        lines.insert(line)
      }
      let flow = OtherFlow()
      await scenario.start(flow, with: OneStepper(OtherStep.other))
      scenario.expect(
        "started: OtherFlow", "step: OtherFlow → other", "ready: OtherFlow", line: 7)
      await scenario.navigate(to: OtherStep.other)
      withExtendedLifetime(scenario) {}
    }
    #expect(failures.count == 1)
    #expect(failures.first?.contains("not accounted for: step: OtherFlow → other") == true)
    #expect(lines == [7])
    do {
      let scenario = FlowScenario { message, _, _ in failures.append(message) }
      await scenario.start(OtherFlow(), with: OneStepper(OtherStep.other))
      withExtendedLifetime(scenario) {}
    }
    #expect(failures.count == 1)
  }

  @Test("Steps that wait, issues and timers are found at the end")
  func leftovers() async {
    var failures: [String] = []
    let scenario = FlowScenario { message, _, _ in failures.append(message) }
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
    #expect(failures[0].contains("1 timers are pending"))
    link.cancel()
  }
}

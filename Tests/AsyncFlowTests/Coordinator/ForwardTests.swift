import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Forwarding to the flow above that takes the step")
struct ForwardTests {
  enum MiddleStep: Step { case start }
  enum LeafStep: Step { case start }

  /// A flow of one type of steps that starts another flow.
  final class Parent<Own: Step>: Flow {
    let root: any Presentable = HeadlessViewController()
    var handled: [Own] = []
    var child: (any Flow, any Stepper)?

    func navigate(to step: Own) async -> FlowContributors {
      handled.append(step)
      guard let (flow, stepper) = child else { return .none }
      child = nil
      return .one(.contribute(withNextPresentable: flow, withNextStepper: stepper))
    }
  }

  /// A flow of all types of steps that starts another flow.
  final class Untyped: Flow {
    let root: any Presentable = HeadlessViewController()
    var handled: [any Step] = []
    var child: (any Flow, any Stepper)?

    func navigate(to step: any Step) async -> FlowContributors {
      handled.append(step)
      guard let (flow, stepper) = child else { return .unhandled }
      child = nil
      return .one(.contribute(withNextPresentable: flow, withNextStepper: stepper))
    }
  }

  final class Leaf: Flow {
    let root: any Presentable = HeadlessViewController()
    let answer: FlowContributors

    init(_ answer: FlowContributors) { self.answer = answer }

    func navigate(to step: LeafStep) async -> FlowContributors { answer }
  }

  @Test("A step passes flows of other types, and ends in the one of its type")
  func passes() async {
    let world = CoordinatorWorld()
    let (top, middle) = (Parent<TestStep>(), Parent<MiddleStep>())
    middle.child = (Leaf(.forward(TestStep.number(1))), OneStepper(LeafStep.start))
    top.child = (middle, OneStepper(MiddleStep.start))
    world.coordinator.coordinate(flow: top, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(top.handled == [.start, .number(1)])
    #expect(middle.handled.count == 1)
    #expect(world.notHandled == [] && world.issues.isEmpty)
  }

  @Test("The nearest flow of the type receives the step, and the forwarding flow does not")
  func nearest() async {
    let world = CoordinatorWorld()
    let (top, middle, bottom) = (Parent<TestStep>(), Parent<TestStep>(), ScriptedFlow())
    bottom.onNavigate = { $0 == .start ? .forward(TestStep.number(1)) : .none }
    middle.child = (bottom, OneStepper(TestStep.start))
    top.child = (middle, OneStepper(TestStep.start))
    world.coordinator.coordinate(flow: top, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(top.handled == [.start])
    #expect(middle.handled == [.start, .number(1)])
    #expect(bottom.handled == [.start])
  }

  @Test("A flow of all types receives a step only if no flow above has its type")
  func untyped() async {
    for isTyped in [true, false] {
      let world = CoordinatorWorld()
      let (top, middle) = (Parent<TestStep>(), Untyped())
      let step: any Step = isTyped ? TestStep.number(1) : OtherStep.other
      middle.child = (Leaf(.forward(step)), OneStepper(LeafStep.start))
      top.child = (middle, OneStepper(MiddleStep.start))
      world.coordinator.coordinate(flow: top, with: OneStepper(TestStep.start))
      await world.coordinator.settled()
      #expect(top.handled.count == (isTyped ? 2 : 1))
      #expect(middle.handled.count == (isTyped ? 1 : 2))
    }
  }

  @Test("A step for which there is no flow above is refused and reported; NoneStep is not")
  func noRecipient() async {
    let world = CoordinatorWorld()
    let flow = ScriptedFlow()
    flow.onNavigate = { _ in .multiple(.forward(TestStep.number(1)), .forward(NoneStep())) }
    world.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(world.issueCodes == ["noRecipient"])
    #expect(world.notHandled == ["number(1): \(StepOutcome.refused(.noRecipient))"])
  }

  @Test("A flow forwards a step and ends")
  func forwardsAndEnds() async {
    let world = CoordinatorWorld()
    let (top, middle) = (Parent<TestStep>(), Parent<MiddleStep>())
    middle.child = (
      Leaf(.multiple(.forward(TestStep.number(1)), .end)), OneStepper(LeafStep.start)
    )
    top.child = (middle, OneStepper(MiddleStep.start))
    world.coordinator.coordinate(flow: top, with: OneStepper(TestStep.start))
    await world.coordinator.settled()
    #expect(top.handled == [.start, .number(1)])
    #expect(world.log.contains("ended: Leaf, finished"))
  }
}

import AsyncFlow
import TestSupport
import Testing

@MainActor
@Suite("The spellings of flows and contributors")
struct FlowSpellingTests {
  enum MovieStep: Step, Equatable { case list, detail(id: Int), unauthorized }
  enum AppStep: Step, Equatable { case main }

  final class ViewModel: FlowStepper { @Steps var steps }

  final class Typed: Flow {
    let screen = HeadlessViewController()
    var root: any Presentable { screen }
    func navigate(to step: MovieStep) async -> FlowContributors {
      switch step {
      case .list: .one(.contribute(presentable: screen, stepper: ViewModel()))
      case .detail: .one(.contribute(presentable: self, stepper: OneStepper(.list)))
      case .unauthorized: .end
      }
    }
    func adapt(step: MovieStep) async -> MovieStep? { step == .unauthorized ? nil : step }
  }

  final class Untyped: Flow {
    let screen = HeadlessViewController()
    var root: Presentable { screen }
    func navigate(to step: Step) -> FlowContributors {
      guard let step = step as? MovieStep else { return .none }
      switch step {
      case .list:
        return .one(
          flowContributor: .contribute(withNextPresentable: screen, withNextStepper: ViewModel()))
      case .detail:
        return .multiple(
          .contribute(withNextPresentable: screen, withNextStepper: ViewModel()),
          .forwardToParentFlow(withStep: AppStep.main))
      case .unauthorized: return .end(forwardToParentFlowWithStep: AppStep.main)
      }
    }
    func adapt(step: Step) async -> Step { step is AppStep ? MovieStep.unauthorized : step }
  }

  @Test("Infers the type of the steps")
  func inference() {
    #expect(Typed.StepType.self == MovieStep.self)
    #expect(Untyped.StepType.self == (any Step).self)
  }

  private func adapted<F: Flow>(_ flow: F, _ step: F.StepType) async -> F.StepType? {
    await flow.adapt(step: step)
  }

  @Test("Uses either form of adapt")
  func adapt() async {
    #expect(await adapted(Typed(), .unauthorized) == nil)
    #expect(await adapted(Typed(), .list) == .list)
    #expect(await adapted(Untyped(), AppStep.main) as? MovieStep == .unauthorized)
    #expect(await Typed().adapt(step: .list) == .list)
    #expect(await Typed().adapt(step: .unauthorized) == nil)
  }

  private struct Offline: Error {}

  private final class Throwing: Flow {
    let screen = HeadlessViewController()
    var root: any Presentable { screen }
    private(set) var handled: [MovieStep] = []
    func navigate(to step: MovieStep) async -> FlowContributors {
      handled.append(step)
      return .none
    }
    func adapt(step: MovieStep) async throws -> MovieStep? {
      switch step {
      case .list: return .detail(id: 1)
      case .detail: throw Offline()
      case .unauthorized: throw CancellationError()
      }
    }
  }

  private final class ThrowingForAny: Flow {
    let screen = HeadlessViewController()
    var root: any Presentable { screen }
    func navigate(to step: any Step) async -> FlowContributors { .none }
    func adapt(step: any Step) throws -> any Step {
      if step is AppStep { throw Offline() }
      return step
    }
  }

  @Test("An adapt that throws is called; its error stops the step and is reported")
  func throwingAdapt() async {
    let world = HeadlessWorld()
    let flow = Throwing()
    let coordinator = FlowCoordinator(context: world.context)
    coordinator.coordinate(flow: flow, with: OneStepper(.list))
    await coordinator.settled()
    #expect(flow.handled == [.detail(id: 1)])
    for step in [MovieStep.detail(id: 2), .unauthorized] {
      #expect(await coordinator.navigate(to: step).outcome == .filtered)
    }
    #expect(flow.handled == [.detail(id: 1)])
    #expect(world.issues.map(\.code.rawValue) == ["adaptFailed"])
    #expect(world.issues.first?.fact.contains("Throwing stopped detail(id: 2)") == true)

    let other = ThrowingForAny()
    coordinator.coordinate(flow: other, with: OneStepper(MovieStep.list))
    #expect(await coordinator.navigate(to: AppStep.main, in: other).outcome == .filtered)
    #expect(await coordinator.navigate(to: MovieStep.list, in: other).outcome != .filtered)
    #expect(world.issues.count == 2)
  }

  @Test("A pattern on a contribution binds all four values")
  func pattern() async {
    guard
      case .one(.contribute(let presentable, let stepper, let hidden, let dismissed)) =
        await Typed().navigate(to: .list)
    else {
      Issue.record("expected one contribution")
      return
    }
    #expect(presentable is HeadlessViewController)
    #expect(stepper is ViewModel)
    #expect(!hidden && !dismissed)
  }

  @Test("A flow is presented through its root")
  func representative() {
    let flow = Typed()
    #expect(flow.representative === flow.root)
    #expect(flow.navigationContainer === flow.screen)
    #expect(!flow.isPresented)
    #expect(!flow.allowStepWhenDismissed)
  }

  @Test("Options accumulate")
  func options() {
    let contributor = FlowContributor.contribute(presentable: Typed(), stepper: ViewModel())
      .whenHidden(.drop).onDismissal(forwardToParent: AppStep.main)
    guard case .configured(.contribute, let options) = contributor else {
      Issue.record("expected options")
      return
    }
    #expect(options.whenHidden == .drop)
    #expect(options.stepOnDismissal is AppStep)
  }
}

import AsyncFlow
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

// Code for AsyncFlow 1.0, with what the compiler says of it.
import AsyncFlow

enum MovieStep: Step { case list }

// In asynchronous code `navigate` returns after the step; elsewhere its name is `send`.

@MainActor
func press(_ coordinator: FlowCoordinator) {
  // warning: No step is lost any more, also right after coordinate: write send(_:)
  coordinator.navigate(to: MovieStep.list)
}

@MainActor
func wait(_ coordinator: FlowCoordinator) async {
  // error: expression is 'async' but is not marked with 'await'
  coordinator.navigate(to: MovieStep.list)
}

// The streams have events, with the names of flow and step.

@MainActor
func log(_ coordinator: FlowCoordinator) async {
  // error: tuple pattern cannot match values of non-tuple type 'NavigationEvent'
  for await (flow, step) in coordinator.willNavigate { print(flow, step) }
  // error: An event does not keep its flow alive: write flowType
  for await event in coordinator.didNavigate { print(event.flow) }
}

// A subject of values that are no steps is no source of a stepper's steps.

// error: type 'NumberViewModel' does not conform to protocol 'Stepper'
final class NumberViewModel: FlowStepper {
  let steps = AsyncReplaySubject<Int>()
}

// error: type 'NumberListViewModel' does not conform to protocol 'Stepper'
final class NumberListViewModel: FlowStepper {
  let steps = AsyncPassthroughSubject<[Int]>()
}

@MainActor
final class WrappedNumber {
  // error: requires the types 'Int' and 'any Step' be equivalent
  @Steps<Int> var steps
}

enum PlainStep { case list }

@MainActor
final class WrappedPlainStep {
  // error: requires that 'PlainStep' conform to 'Step'
  @Steps<PlainStep> var steps
}

// A contributor holds objects of the main actor, and its case has four values.

func needsSendable<Value: Sendable>(_ value: Value) {}

@MainActor
func use(_ contributor: FlowContributor, _ answer: FlowContributors) {
  // error: A contributor holds objects of the main actor: make it there, where it is returned
  needsSendable(contributor)
  // error: An answer holds objects of the main actor: make it there, where it is returned
  needsSendable(answer)
  switch contributor {
  // error: tuple pattern has the wrong length for tuple type
  case .contribute(let presentable, let stepper): _ = (presentable, stepper)
  default: break
  }
}

// Both have cases that 1.0 lacks.

@MainActor
func count(_ answer: FlowContributors) -> Int {
  // error: switch must be exhaustive
  switch answer {
  case .none, .end: return 0
  case .one: return 1
  case .multiple(let contributors): return contributors.count
  }
}

@MainActor
func isForwarded(_ contributor: FlowContributor) -> Bool {
  // error: switch must be exhaustive
  switch contributor {
  case .contribute: return false
  case .forwardToCurrentFlow, .forwardToParentFlow: return true
  }
}

// Answers are not generic: their steps are checked by the flow's `StepType`.

@MainActor
final class GenericFlow {
  let root: any Presentable = HeadlessViewController()

  // error: cannot specialize non-generic type 'FlowContributors'
  func navigate(to step: MovieStep) async -> FlowContributors<MovieStep> { .none }
}

// A navigation flow may handle its steps without waiting; callers wait nevertheless.

final class MovieStackFlow: NavigationFlow {
  override func navigate(to step: any Step) -> FlowContributors { .none }
  override func adapt(step: any Step) async -> (any Step)? { nil }
}

final class FilmStackFlow: NavigationFlow {
  override func navigate(to step: any Step) async -> FlowContributors { .none }
  override func adapt(step: any Step) async -> any Step { step }
}

@MainActor
func pass(_ step: MovieStep, to flow: FilmStackFlow) -> FlowContributors {
  // warning: A flow may override the form that waits: write await
  flow.navigate(to: step)
}

// Existential types without `any`, and a logger that is a value.

@MainActor
final class Launch {
  // warning: use of protocol 'Flow' as a type must be written 'any Flow'
  var flows: [Flow] = []
}

struct StackLogger: FlowLogger {
  func log(navigationStack: NavigationStack) {}
}

// A flow has one `adapt(step:)` and one `metadata(for:)`.

enum OtherStep: Step { case list }

// error: does not conform to protocol
final class OverloadedFlow: Flow {
  let root: any Presentable = HeadlessViewController()
  func navigate(to step: any Step) async -> FlowContributors { .none }
  func adapt(step: MovieStep) async -> MovieStep { step }
  func adapt(step: OtherStep) async -> OtherStep { step }
}

// A flow's `navigate` may be asynchronous, and a mock of a stepper takes every type of steps.

final class MovieFlow: Flow {
  let root: any Presentable = HeadlessViewController()
  func navigate(to step: MovieStep) async -> FlowContributors { .none }
}

@MainActor
func test() {
  let store = FlowTestStore(flow: MovieFlow())
  // error: 'async' call in a function that does not support concurrency
  store.navigate(to: .list)
  // error: cannot specialize non-generic type 'MockStepper'
  _ = MockStepper<MovieStep>()
}

@MainActor
func waitingTest() async {
  let store = FlowTestStore(flow: MovieFlow())
  // error: expression is 'async' but is not marked with 'await'
  store.navigate(to: .list)
}

// The library makes a window presentable.

// warning: was already stated in the type's module
extension HeadlessWindow: Presentable {}

// A hop of a link says `animated:`, like every other call.

@MainActor
func hop() -> DeepLinkPlan.Hop {
  // warning: 'init(_:in:isAnimated:)' is deprecated: replaced by 'init(_:in:animated:)'
  DeepLinkPlan.Hop(MovieStep.list, isAnimated: true)
}

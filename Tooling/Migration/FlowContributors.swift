// Answers are not generic: their steps are checked by the flow's `StepType`.
import AsyncFlow

enum MovieStep: Step { case list }

@MainActor
final class MovieFlow {
  let root: any Presentable = HeadlessViewController()

  // error: cannot specialize non-generic type 'FlowContributors'
  func navigate(to step: MovieStep) async -> FlowContributors<MovieStep> { .none }
}

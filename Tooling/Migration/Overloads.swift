// A flow has one `adapt(step:)` and one `metadata(for:)`.
import AsyncFlow

enum MovieStep: Step { case list }
enum OtherStep: Step { case list }

// error: does not conform to protocol
final class MovieFlow: Flow {
  let root: any Presentable = HeadlessViewController()
  func navigate(to step: any Step) async -> FlowContributors { .none }
  func adapt(step: MovieStep) async -> MovieStep { step }
  func adapt(step: OtherStep) async -> OtherStep { step }
}

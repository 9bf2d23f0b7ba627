import AsyncFlow
import DemoShared

/// The view model of a stateless screen: each action of the user is a step, if there is any.
@MainActor
final class PageViewModel<Event>: ViewModel {
  @Steps var steps
  let content: Content<Event>
  var onChange: (() -> Void)?
  private let step: (Event) -> any Step

  init(_ content: Content<Event>, step: @escaping (Event) -> any Step = { _ in NoneStep() }) {
    self.content = content
    self.step = step
  }

  func send(_ event: Event) { steps.send(step(event)) }
}

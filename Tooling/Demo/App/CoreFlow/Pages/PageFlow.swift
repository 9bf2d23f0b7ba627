import CoreFlow
import DemoKit
import DemoShared

/// A feature without state, which forwards the user's actions to its parent.
final class PageFlow<Event>: Flow<PageCore<Event>, ContentScreen<PageCore<Event>, Event>> {
  private let name: String
  private let content: Content<Event>
  private let onEvent: @MainActor (Event) -> Void

  init(
    _ name: String, _ content: Content<Event>,
    onEvent: @escaping @MainActor (Event) -> Void = { _ in }
  ) {
    self.name = name
    self.content = content
    self.onEvent = onEvent
    super.init()
  }

  override func createCore() -> PageCore<Event> { PageCore(content, onEvent: onEvent) }

  override func createScreen() -> ContentScreen<PageCore<Event>, Event> {
    ContentScreen(name, reactor: core, content: \.self) { $0 }
  }
}

/// Forwards the user's actions.
final class PageCore<Event>: Core<Event, Content<Event>> {
  private let onEvent: @MainActor (Event) -> Void

  init(_ content: Content<Event>, onEvent: @escaping @MainActor (Event) -> Void) {
    self.onEvent = onEvent
    super.init(initialState: content)
  }

  override func reduce(state: inout Content<Event>, action: Event) -> Effect<Event> {
    onEvent(action)
    return .none
  }
}

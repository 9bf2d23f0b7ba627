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

/// A screen that shows a core's content, and sends the user's actions.
final class ContentScreen<Core: Reactable, Event>: DemoScreen<Core> {
  private let contentView = ContentView<Event>()
  private let content: KeyPath<Core.State, Content<Event>>
  private let action: @MainActor (Event) -> Core.Action

  init(
    _ name: String, reactor: Core, content: KeyPath<Core.State, Content<Event>>,
    action: @escaping @MainActor (Event) -> Core.Action
  ) {
    self.content = content
    self.action = action
    super.init(reactor: reactor)
    restorationIdentifier = name
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(contentView)
  }

  override func bind() {
    observeState(content) { [weak self] content in
      self?.title = content.title
      self?.contentView.show(content)
    }
    bind(onEmit: contentView.events, send: action)
  }
}

extension Flowable {
  /// The child whose screen has this name.
  func child(_ name: String) -> (any NavigationNode)? {
    children.last { $0.navigationContainer?.navigationRuntimeName == name }
  }

  /// Goes back to a child's screen, if it is in the stack; the flows above it end with theirs.
  ///
  /// Called twice, after a double tap for example, it leads there once.
  ///
  /// - Returns: A handle on the way back; `nil` if there is no such child.
  @discardableResult
  func goBack(to name: String, in stack: DemoNavigationController) -> ScheduledTransition? {
    guard let screen = child(name)?.navigationContainer else { return nil }
    return context.request(.popTo(screen), on: stack)
  }
}

import CoreFlow
import DemoKit
import DemoShared

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

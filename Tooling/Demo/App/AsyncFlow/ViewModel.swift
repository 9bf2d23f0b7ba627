import AsyncFlow
import DemoKit
import DemoShared
import Foundation

/// The content and the logic of a screen; emits steps to navigate.
@MainActor
protocol ViewModel: FlowStepper {
  associatedtype Event

  var content: Content<Event> { get }
  /// Called when the content has changed; set by the screen.
  var onChange: (() -> Void)? { get set }

  /// Handles an action of the user.
  func send(_ event: Event)
}

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

/// The screen of a view model.
final class ModelScreen<Model: ViewModel>: DemoViewController {
  let model: Model
  private let contentView = ContentView<Model.Event>()
  private var events: Cancellation?

  init(_ name: String, _ model: Model) {
    self.model = model
    super.init(nibName: nil, bundle: nil)
    restorationIdentifier = name
    title = model.content.title
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(contentView)
    contentView.show(model.content)
    model.onChange = { [weak self] in
      guard let self else { return }
      contentView.show(model.content)
    }
    events = contentView.events.sink { [model] in model.send($0) }
  }

  /// The contribution that a flow returns when it shows the screen.
  ///
  /// A tap counts also when the user has gone on meanwhile: to another tab, for example.
  var contributor: FlowContributor {
    .contribute(presentable: self, stepper: model).whenHidden(.always)
  }
}

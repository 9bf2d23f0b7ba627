import AsyncFlow
import DemoShared

/// What a screen shows and talks to; emits a step when it is time to go somewhere.
@MainActor
protocol ViewModel: FlowStepper {
  associatedtype Event

  var content: Content<Event> { get }
  /// Called when the content has changed; set by the screen.
  var onChange: (() -> Void)? { get set }

  /// Takes what the user does.
  func send(_ event: Event)
}

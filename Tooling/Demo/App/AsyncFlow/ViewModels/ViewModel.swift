import AsyncFlow
import DemoShared

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

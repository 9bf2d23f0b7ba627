import AsyncFlow
import DemoShared

/// Turns the events of the session into steps, whatever is on screen.
@MainActor
final class SessionStepper: FlowStepper {
  @Steps var steps
  private var events: Cancellation?

  init(_ auth: AuthService) {
    events = auth.events.sink { [steps] event in
      switch event {
      case .began: steps.send(AppStep.main)
      case .expired: steps.send(AppStep.login(message: "Your session has ended."))
      case .restarted: steps.send(AppStep.launch)
      }
    }
  }

  var initialStep: any Step { AppStep.launch }
}

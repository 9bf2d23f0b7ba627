import AsyncFlow
import DemoShared

/// Turns news into steps.
@MainActor
final class NewsStepper: FlowStepper {
  @Steps var steps
  private var news: Cancellation?

  init(_ service: NewsService) {
    news = service.published.sink { [steps] in steps.send(DashboardStep.news($0)) }
  }
}

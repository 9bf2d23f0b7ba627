// The streams have events, with the names of flow and step.
import AsyncFlow

@MainActor
func log(_ coordinator: FlowCoordinator) async {
  // error: tuple pattern cannot match values of non-tuple type 'NavigationEvent'
  for await (flow, step) in coordinator.willNavigate { print(flow, step) }
  // error: An event does not keep its flow alive: write flowType
  for await event in coordinator.didNavigate { print(event.flow) }
}

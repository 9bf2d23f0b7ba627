import AsyncFlow

/// The content of ___VARIABLE_productName___; emits the steps that follow from the user's actions.
@MainActor
final class ___VARIABLE_productName___ViewModel: FlowStepper {
  @Steps<___VARIABLE_parentName___Step> var steps

  let title = "___VARIABLE_productName___"

  /// Called when the user is done.
  func done() {
    steps.send(.___VARIABLE_stepName___)
  }
}

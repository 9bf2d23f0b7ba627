import AsyncFlow

/// What ___VARIABLE_productName___ shows, and the steps that come of what the user does.
@MainActor
final class ___VARIABLE_productName___ViewModel: StepEmittable {
  var stepContinuation: AsyncStream<___VARIABLE_parentName___Step>.Continuation?

  let title = "___VARIABLE_productName___"

  /// The user is done.
  func done() {
    emit(.___VARIABLE_stepName___)
  }
}

import AsyncFlow

extension ___VARIABLE_parentName___Flow {
  /// Presents ___VARIABLE_productName___ as a child; what `navigate(to:)` answers for the step that leads there.
  ///
  /// This flow gets `step` when the child has finished, and when the user has taken it away.
  func present___VARIABLE_productName___(
    then step: ___VARIABLE_parentName___Step
  ) -> FlowContributors {
    let child = ___VARIABLE_productName___Flow(stepAtEnd: step)
    navigationController.present(child.navigationController, animated: true)
    return .one(
      .contribute(presentable: child, stepper: OneStepper(.start))
        .onDismissal(forwardToParent: step))
  }

  /// Takes ___VARIABLE_productName___ away, if the user has not; for the step that comes at its end.
  func dismiss___VARIABLE_productName___() -> FlowContributors {
    if navigationController.presentedViewController != nil {
      navigationController.dismiss(animated: true)
    }
    return .none
  }
}

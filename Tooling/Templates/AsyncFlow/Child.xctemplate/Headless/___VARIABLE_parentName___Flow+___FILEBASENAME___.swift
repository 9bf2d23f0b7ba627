import AsyncFlow

extension ___VARIABLE_parentName___Flow {
  /// Presents ___VARIABLE_productName___; return the result from `navigate(to:)` for the step that leads
  /// there.
  ///
  /// The child dismisses itself when the user is done. This flow receives `step` after every
  /// dismissal, and after one by the user or a deep link as well.
  func present___VARIABLE_productName___(
    then step: ___VARIABLE_parentName___Step
  ) -> FlowContributors {
    let child = ___VARIABLE_productName___Flow()
    navigationController.present(child.navigationController, animated: true)
    return .one(
      .contribute(presentable: child, stepper: OneStepper(.start))
        .onDismissal(forwardToParent: step))
  }
}

import AsyncFlow

#if canImport(UIKit)
import UIKit
#endif

extension ___VARIABLE_parentName___Flow {
  /// Presents ___VARIABLE_productName___; return the result from `navigate(to:)` for the step that leads
  /// there.
  ///
  /// This flow receives `step` when the child has finished, and when the user has dismissed it.
  func present___VARIABLE_productName___(
    then step: ___VARIABLE_parentName___Step
  ) -> FlowContributors {
    let child = ___VARIABLE_productName___Flow(stepAtEnd: step)
    navigationController.present(child.navigationController, animated: true)
    return .one(
      .contribute(presentable: child, stepper: OneStepper(.start))
        .onDismissal(forwardToParent: step))
  }

  /// Dismisses ___VARIABLE_productName___ unless the user has; call it for the step that comes at
  /// its end.
  func dismiss___VARIABLE_productName___() -> FlowContributors {
    if navigationController.presentedViewController != nil {
      navigationController.dismiss(animated: true)
    }
    return .none
  }
}

import AsyncFlow

#if canImport(UIKit)
import UIKit
#endif

extension ___VARIABLE_parentName___Flow {
  /// Pushes ___VARIABLE_productName___; return the result from `navigate(to:)` for the step that leads
  /// there.
  func show___VARIABLE_productName___() -> FlowContributors {
    let viewModel = ___VARIABLE_productName___ViewModel()
    let screen = ___VARIABLE_productName___ViewController(viewModel: viewModel)
    navigationController.pushViewController(screen, animated: true)
    return .one(.contribute(presentable: screen, stepper: viewModel))
  }
}

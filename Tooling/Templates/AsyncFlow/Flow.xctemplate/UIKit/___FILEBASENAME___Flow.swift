import AsyncFlow

#if canImport(UIKit)
import UIKit
#endif

/// Navigates by the steps of ___VARIABLE_productName___.
final class ___VARIABLE_productName___Flow: Flow {
  var root: any Presentable { navigationController }
  let navigationController = UINavigationController()
  private let stepAtEnd: any Step

  /// Creates the flow; its parent receives `stepAtEnd` when it has finished.
  init(stepAtEnd: any Step = NoneStep()) {
    self.stepAtEnd = stepAtEnd
  }

  func navigate(to step: ___VARIABLE_productName___Step) async -> FlowContributors {
    switch step {
    case .start: showFirstScreen()
    case .finished: .end(forwardToParentFlowWithStep: stepAtEnd)
    }
  }

  private func showFirstScreen() -> FlowContributors {
    let viewModel = ___VARIABLE_productName___ViewModel()
    let screen = ___VARIABLE_productName___ViewController(viewModel: viewModel)
    navigationController.setViewControllers([screen], animated: false)
    return .one(.contribute(presentable: screen, stepper: viewModel))
  }
}

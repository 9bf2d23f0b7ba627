import AsyncFlow

#if canImport(UIKit)
import UIKit
#endif

/// Navigates by the steps of ___VARIABLE_productName___.
final class ___VARIABLE_productName___Flow: Flow {
  var root: any Presentable { navigationController }
  let navigationController = UINavigationController()

  func navigate(to step: ___VARIABLE_productName___Step) async -> FlowContributors {
    switch step {
    case .start: showFirstScreen()
    case .finished: finish()
    }
  }

  private func showFirstScreen() -> FlowContributors {
    let viewModel = ___VARIABLE_productName___ViewModel()
    let screen = ___VARIABLE_productName___ViewController(viewModel: viewModel)
    navigationController.setViewControllers([screen], animated: false)
    return .one(.contribute(presentable: screen, stepper: viewModel))
  }

  /// Ends the flow, by its dismissal if it is presented.
  private func finish() -> FlowContributors {
    guard let presenter = navigationController.presentingViewController,
      presenter.presentedViewController === navigationController
    else { return .end }
    presenter.dismiss(animated: true)
    return .none
  }
}

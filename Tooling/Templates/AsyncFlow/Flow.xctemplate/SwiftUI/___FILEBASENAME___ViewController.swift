import SwiftUI
import UIKit

/// Hosts the view of ___VARIABLE_productName___ in a UIKit view controller.
final class ___VARIABLE_productName___ViewController: UIHostingController<___VARIABLE_productName___View> {
  let viewModel: ___VARIABLE_productName___ViewModel

  init(viewModel: ___VARIABLE_productName___ViewModel) {
    self.viewModel = viewModel
    super.init(rootView: ___VARIABLE_productName___View(viewModel: viewModel))
    title = viewModel.title
  }

  @available(*, unavailable, message: "Use init(viewModel:).")
  required init?(coder: NSCoder) {
    preconditionFailure("\(Self.self) cannot be made from an archive; use init(viewModel:).")
  }
}

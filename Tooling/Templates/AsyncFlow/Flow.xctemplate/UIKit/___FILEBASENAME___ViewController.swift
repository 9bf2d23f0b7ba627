import AsyncFlow

#if canImport(UIKit)
import UIKit
#endif

/// Shows ___VARIABLE_productName___.
final class ___VARIABLE_productName___ViewController: UIViewController {
  let viewModel: ___VARIABLE_productName___ViewModel

  init(viewModel: ___VARIABLE_productName___ViewModel) {
    self.viewModel = viewModel
    super.init(nibName: nil, bundle: nil)
  }

  @available(*, unavailable, message: "Use init(viewModel:).")
  required init?(coder: NSCoder) {
    preconditionFailure("\(Self.self) cannot be made from an archive; use init(viewModel:).")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    title = viewModel.title
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Done", primaryAction: UIAction { [viewModel] _ in viewModel.done() })
  }
}

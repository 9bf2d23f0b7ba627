import CoreFlow

#if canImport(UIKit)
import UIKit
#endif

/// Shows the state of ___VARIABLE_productName___ and sends the user's actions.
final class ___VARIABLE_productName___Screen: Screen<___VARIABLE_productName___Core> {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    navigationItem.rightBarButtonItem = UIBarButtonItem(
      title: "Done", primaryAction: UIAction { [weak self] _ in self?.send(.doneTapped) })
    send(.viewDidLoad)
  }

  override func bind() {
    observeDistinctState(\.title) { [weak self] in self?.title = $0 }
  }
}

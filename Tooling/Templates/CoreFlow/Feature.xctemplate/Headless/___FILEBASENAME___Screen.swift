import CoreFlow

/// Shows the state of ___VARIABLE_productName___ and sends the user's actions.
final class ___VARIABLE_productName___Screen: HeadlessScreen<___VARIABLE_productName___Core> {
  override func viewDidLoad() {
    super.viewDidLoad()
    navigationItem.rightBarButtonItem = HeadlessBarButtonItem(
      title: "Done", primaryAction: HeadlessAction { [weak self] _ in self?.send(.doneTapped) })
    send(.viewDidLoad)
  }

  override func bind() {
    observeDistinctState(\.title) { [weak self] in self?.title = $0 }
  }
}

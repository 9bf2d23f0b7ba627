import CoreFlow
import SwiftUI

/// The screen that hosts the view of ___VARIABLE_productName___.
final class ___VARIABLE_productName___Screen: HostingScreen<___VARIABLE_productName___Core, ___VARIABLE_productName___View> {
  init(reactor: ___VARIABLE_productName___Core) {
    super.init(reactor: reactor) { ___VARIABLE_productName___View(model: $0) }
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    send(.viewDidLoad)
  }

  override func bind() {
    observeDistinctState(\.title) { [weak self] in self?.title = $0 }
  }
}

import CoreFlow
import SwiftUI
import UIKit

/// Puts the view of ___VARIABLE_productName___ on the screen, and keeps it up to date.
final class ___VARIABLE_productName___Screen: UIHostingController<___VARIABLE_productName___View>, Screenable {
  private(set) weak var reactor: ___VARIABLE_productName___Core?
  var store: Set<Cancellation> = []

  init(reactor: ___VARIABLE_productName___Core) {
    self.reactor = reactor
    super.init(
      rootView: ___VARIABLE_productName___View(state: reactor.currentState) { [weak reactor] in
        reactor?.send($0)
      })
  }

  @available(*, unavailable, message: "Use init(reactor:).")
  required init?(coder: NSCoder) {
    preconditionFailure("\(Self.self) cannot be made from an archive; use init(reactor:).")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    send(.viewDidLoad)
  }

  func bind() {
    observeState(\.self) { [weak self] in self?.rootView.state = $0 }
    observeDistinctState(\.title) { [weak self] in self?.title = $0 }
  }
}

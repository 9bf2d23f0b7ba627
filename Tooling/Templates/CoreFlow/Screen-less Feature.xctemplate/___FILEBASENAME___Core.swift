import CoreFlow

/// Receives the events of ___VARIABLE_productName___; the core of its parent conforms.
@MainActor
protocol ___VARIABLE_productName___Listener: AnyObject {
  /// Called when the work is done.
  func didFinish___VARIABLE_productName___()
}

/// Routes from ___VARIABLE_productName___ to other features; its flow conforms.
@MainActor
protocol ___VARIABLE_productName___Routing: AnyObject {}

/// The logic of ___VARIABLE_productName___, which coordinates the features beneath it.
final class ___VARIABLE_productName___Core: ScreenLessCore {
  weak var listener: (any ___VARIABLE_productName___Listener)?
  weak var router: (any ___VARIABLE_productName___Routing)?

  /// Notifies the parent that the work is done.
  func finish() {
    listener?.didFinish___VARIABLE_productName___()
  }
}

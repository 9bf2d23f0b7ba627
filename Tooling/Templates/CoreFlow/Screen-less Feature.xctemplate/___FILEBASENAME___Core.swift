import CoreFlow

/// What the parent of ___VARIABLE_productName___ hears; its core conforms.
@MainActor
protocol ___VARIABLE_productName___Listener: AnyObject {
  /// The work is done.
  func didFinish___VARIABLE_productName___()
}

/// Where ___VARIABLE_productName___ wants to go; its flow conforms.
@MainActor
protocol ___VARIABLE_productName___Routing: AnyObject {}

/// What ___VARIABLE_productName___ does: it coordinates the features beneath it.
final class ___VARIABLE_productName___Core: ScreenLessCore {
  weak var listener: (any ___VARIABLE_productName___Listener)?
  weak var router: (any ___VARIABLE_productName___Routing)?

  /// Tells the parent that the work is done.
  func finish() {
    listener?.didFinish___VARIABLE_productName___()
  }
}

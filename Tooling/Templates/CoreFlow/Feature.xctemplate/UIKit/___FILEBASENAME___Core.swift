import CoreFlow

/// Receives the events of ___VARIABLE_productName___; the core of its parent conforms.
@MainActor
protocol ___VARIABLE_productName___Listener: AnyObject {
  /// Called when the user is done.
  func didFinish___VARIABLE_productName___()
}

/// Routes from ___VARIABLE_productName___ to other features; its flow conforms.
@MainActor
protocol ___VARIABLE_productName___Routing: AnyObject {}

/// The actions of ___VARIABLE_productName___.
enum ___VARIABLE_productName___Action: Equatable, Sendable {
  case viewDidLoad
  case doneTapped
}

/// The state of ___VARIABLE_productName___.
struct ___VARIABLE_productName___State: Equatable, Sendable {
  var title = ""
}

/// The logic of ___VARIABLE_productName___.
final class ___VARIABLE_productName___Core: Core<___VARIABLE_productName___Action, ___VARIABLE_productName___State> {
  weak var listener: (any ___VARIABLE_productName___Listener)?
  weak var router: (any ___VARIABLE_productName___Routing)?

  override func reduce(
    state: inout ___VARIABLE_productName___State, action: ___VARIABLE_productName___Action
  ) -> Effect<___VARIABLE_productName___Action> {
    switch action {
    case .viewDidLoad:
      state.title = "___VARIABLE_productName___"
    case .doneTapped:
      listener?.didFinish___VARIABLE_productName___()
    }
    return .none
  }
}

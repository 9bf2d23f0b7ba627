import CoreFlow

/// What the parent of ___VARIABLE_productName___ hears; its core conforms.
@MainActor
protocol ___VARIABLE_productName___Listener: AnyObject {
  /// The user is done.
  func didFinish___VARIABLE_productName___()
}

/// Where ___VARIABLE_productName___ wants to go; its flow conforms.
@MainActor
protocol ___VARIABLE_productName___Routing: AnyObject {}

/// What happens in ___VARIABLE_productName___.
enum ___VARIABLE_productName___Action: Equatable, Sendable {
  case viewDidLoad
  case doneTapped
}

/// What ___VARIABLE_productName___ shows.
struct ___VARIABLE_productName___State: Equatable, Sendable {
  var title = ""
}

/// What ___VARIABLE_productName___ does.
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

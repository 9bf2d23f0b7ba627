import CoreFlow

/// Attaches and detaches ___VARIABLE_productName___; the flow of ___VARIABLE_parentName___
/// conforms.
@MainActor
protocol ___VARIABLE_parentName___To___VARIABLE_productName___Routing: AnyObject {
  func attach___VARIABLE_productName___(by route: FlowRoute)
  func detach___VARIABLE_productName___()
}

extension ___VARIABLE_parentName___Core {
  /// Brings up ___VARIABLE_productName___.
  func routeTo___VARIABLE_productName___(by route: FlowRoute = .push) {
    routerTo___VARIABLE_productName___?.attach___VARIABLE_productName___(by: route)
  }

  private var routerTo___VARIABLE_productName___: (any ___VARIABLE_parentName___To___VARIABLE_productName___Routing)? {
    router as? any ___VARIABLE_parentName___To___VARIABLE_productName___Routing
  }
}

extension ___VARIABLE_parentName___Core: ___VARIABLE_productName___Listener {
  func didFinish___VARIABLE_productName___() {
    routerTo___VARIABLE_productName___?.detach___VARIABLE_productName___()
  }
}

import CoreFlow

extension ___VARIABLE_parentName___Flow: ___VARIABLE_parentName___To___VARIABLE_productName___Routing {
  func attach___VARIABLE_productName___(by route: FlowRoute) {
    attach(___VARIABLE_productName___Flow(listener: core), by: route)
  }

  func detach___VARIABLE_productName___() {
    // The user may have dismissed the screen already.
    guard let child = children.first(where: { $0 is ___VARIABLE_productName___Flow }) else { return }
    detach(child)
  }
}

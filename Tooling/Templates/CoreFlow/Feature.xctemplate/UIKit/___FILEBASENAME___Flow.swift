import CoreFlow

/// Creates and owns ___VARIABLE_productName___, and attaches the features that its core routes to.
final class ___VARIABLE_productName___Flow: Flow<___VARIABLE_productName___Core, ___VARIABLE_productName___Screen> {
  private weak var listener: (any ___VARIABLE_productName___Listener)?

  init(listener: (any ___VARIABLE_productName___Listener)?, context: NavigationContext? = nil) {
    self.listener = listener
    // A child has its parent's context; only a root gets one, in a test for example.
    if let context { super.init(context: context) } else { super.init() }
  }

  override func createCore() -> ___VARIABLE_productName___Core {
    let core = ___VARIABLE_productName___Core(initialState: .init())
    core.listener = listener
    core.router = self
    return core
  }

  override func createScreen() -> ___VARIABLE_productName___Screen {
    ___VARIABLE_productName___Screen(reactor: core)
  }
}

extension ___VARIABLE_productName___Flow: ___VARIABLE_productName___Routing {}

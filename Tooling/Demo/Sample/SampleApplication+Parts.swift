import DemoKit
import NavigationRuntime

extension SampleApplication {
  func named<Controller: DemoViewController>(
    _ controller: Controller, _ name: String
  ) -> Controller {
    controller.restorationIdentifier = name
    return controller
  }

  func screen(_ name: String, title: String) -> DemoViewController {
    let screen = named(DemoViewController(), name)
    screen.title = title
    return screen
  }

  func stack(_ name: String, _ root: DemoViewController) -> DemoNavigationController {
    named(DemoNavigationController(rootViewController: root), name)
  }

  func label(_ text: String) -> DemoLabel {
    let label = DemoLabel()
    label.text = text
    return label
  }

  func field(_ name: String, placeholder: String) -> DemoTextField {
    let field = DemoTextField()
    field.accessibilityIdentifier = name
    field.placeholder = placeholder
    return field
  }

  func button(_ title: String, _ action: @escaping () -> Void) -> DemoButton {
    DemoButton(primaryAction: DemoAction(title: title) { _ in action() })
  }

  func fill(_ screen: DemoViewController, _ views: [DemoView]) {
    for view in views { screen.view.addSubview(view) }
  }
}

import DemoKit

/// The question for the address of a user who has forgotten the password.
@MainActor
package func forgottenPasswordAlert(_ send: @escaping (String) -> Void) -> DemoAlertController {
  let alert = DemoAlertController(
    title: "Forgot password", message: "We send you a mail.", preferredStyle: .alert)
  alert.addTextField { $0.placeholder = "Address" }
  alert.addAction(DemoAlertAction(title: "Cancel", style: .cancel))
  alert.addAction(
    DemoAlertAction(title: "Send", style: .default) { [weak alert] _ in
      send(alert?.textFields?.first?.text ?? "")
    })
  alert.restorationIdentifier = "ForgotPassword"
  return alert
}

extension DemoViewController {
  /// Gives a controller the name that it has in the tree, in stories and in analytics.
  package func named(_ name: String) -> Self {
    restorationIdentifier = name
    return self
  }
}

/// Alerts have to be answered; for other controllers their flag or the presentation's delegate
/// decides.
extension HeadlessViewController: DismissalGuarding {
  package var navigationRuntimeRefusesDismissal: Bool {
    if self is HeadlessAlertController || isModalInPresentation { return true }
    guard let manager = presentationController else { return false }
    return !(manager.delegate?.presentationControllerShouldDismiss(manager) ?? true)
  }
}

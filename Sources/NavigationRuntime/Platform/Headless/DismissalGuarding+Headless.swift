/// Alerts have to be answered; other controllers say so, or their presentation's delegate does.
extension HeadlessViewController: DismissalGuarding {
  package var navigationRuntimeRefusesDismissal: Bool {
    if self is HeadlessAlertController || isModalInPresentation { return true }
    guard let manager = presentationController else { return false }
    return !(manager.delegate?.presentationControllerShouldDismiss(manager) ?? true)
  }
}

import NavigationRuntime
import TestSupport

/// The possible moves of the user.
extension RandomWalker {
  func actAsUser() {
    switch random.next(below: 15) {
    case 0..<3:
      guard let stack: HeadlessNavigationController = any() else { return }
      log.append("user: back in \(name(stack))")
      _ = stack.userDidTapBack()
    case 3..<5:
      guard let stack: HeadlessNavigationController = any() else { return }
      log.append("user: begins a swipe in \(name(stack))")
      stack.userDidBeginEdgeSwipe().map { gestures.append($0) }
    case 5, 6, 7, 8, 9, 10:
      if let modal = all.filter({ $0.presentingViewController != nil }).last { dismiss(modal) }
    case 11, 12:
      guard let tabs: HeadlessTabBarController = any() else { return }
      log.append("user: taps a tab of \(name(tabs))")
      let index = random.next(below: 3)
      delegate.expectSelection { tabs.userDidTapTab(at: index) }
    case 13:
      guard let pages: HeadlessPageViewController = any() else { return }
      log.append("user: turns \(name(pages))")
      _ = pages.userDidTurnPage(random.happens(percent: 50) ? .forward : .reverse)
    default:
      guard let pages: HeadlessPageViewController = any() else { return }
      log.append("user: begins to turn \(name(pages))")
      pages.userDidBeginTurningPage(.forward).map { gestures.append($0) }
    }
  }

  private func dismiss(_ modal: HeadlessViewController) {
    switch random.next(below: 6) {
    case 0:
      log.append("user: pulls down \(name(modal))")
      delegate.expectDismissal { modal.userDidPullDown() ? modal : nil }
    case 1, 2:
      log.append("user: begins to pull down \(name(modal))")
      delegate.expectDismissal { modal.userDidBeginPullDown() }.map { gestures.append($0) }
    case 3:
      log.append("user: taps beside \(name(modal))")
      delegate.expectDismissal { modal.userDidTapOutside() ? modal : nil }
    default:
      guard let alert = modal as? HeadlessAlertController else { return }
      let button = alert.actions[random.next(below: alert.actions.count)]
      log.append("user: taps \(button.title ?? "?") in \(name(alert))")
      alert.userDidTap(button)
    }
  }

  func endGesture() {
    guard let gesture = gestures.popLast() else { return }
    let isFinished = random.happens(percent: 50)
    log.append("user: \(isFinished ? "finishes" : "cancels")")
    if isFinished { gesture.finish() } else { gesture.cancel() }
  }
}

extension FlowBranch {
  /// The flow has made its screen.
  func didMakeScreen(_ screen: any NavigationContainer) {
    self.screen = screen
    watch(screen)
  }

  /// Notices when the screen of a flow that is shown by hand goes.
  func watch(_ screen: any NavigationContainer) {
    guard leakDetector.isEnabled else { return }
    leakDetector.register(self, showing: screen)
    guard screenWatch == nil else { return }
    var beneath: String?
    screenWatch = screen.observePresentation { [weak self, weak screen] event in
      guard let self, let screen, !isShownByFlow, let flow else { return }
      switch event {
      case .visible: beneath = leakDetector.flowName(beneath: screen) ?? beneath
      case .dismissed:
        // Shown by hand: who did that has to let go of the flow now.
        releaseExpectations = [
          leakDetector.expectDeallocate(
            flow, path: path, note: beneath.map { "It was shown on top of \($0)." })
        ]
      }
    }
  }

  /// The flow is in use again.
  func forgetExpectations() {
    for expectation in releaseExpectations { expectation.cancel() }
    releaseExpectations = []
  }

  /// The flow is gone; what it owned has to follow.
  func expectReleaseOfParts() {
    let detector = leakDetector
    screenWatch = nil
    guard detector.isEnabled else { return }
    let path = path
    if let core { detector.expectDeallocate(core, path: path) }
    if let screen {
      detector.expectDisappear(screen, path: path)
      detector.expectDeallocate(screen, within: detector.screenDelay, path: path)
    }
  }
}

extension FlowChild {
  /// The child has ended and should be released.
  func expectRelease(_ detector: LeakDetector) {
    guard detector.isEnabled, !expectsRelease else { return }
    expectsRelease = true
    let branch = (node as? any Flowable)?.branch
    let path = branch?.path ?? "\(type(of: node))"
    var expectations = [detector.expectDeallocate(node, path: path)]
    if let screen = branch?.screen {
      expectations.append(detector.expectDisappear(screen, path: path))
    }
    branch?.releaseExpectations = expectations
  }
}

extension FlowBranch {
  /// Stores the screen that the flow has created.
  func didMakeScreen(_ screen: any NavigationContainer) {
    self.screen = screen
    watch(screen)
  }

  /// Observes the screen: when it leaves, a flow that is shown by hand has to be released.
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
        // Shown by hand: the owner has to release the flow now.
        releaseExpectations = [
          leakDetector.expectDeallocate(
            flow, path: path, note: beneath.map { "It was shown on top of \($0)." })
        ]
      }
    }
  }

  /// Cancels the expectations of an earlier end when the flow is in use again.
  func forgetExpectations() {
    for expectation in releaseExpectations { expectation.cancel() }
    releaseExpectations = []
  }

  /// Expects core and screen to be released after the flow.
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
  /// Expects a child that has ended to be released, and its screen to leave.
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

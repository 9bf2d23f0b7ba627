extension HeadlessWindow: AppearanceHost {
  var hostPhase: AppearancePhase { isHidden ? .disappeared : .appeared }

  var hostView: HeadlessView { self }

  var placesMemberViews: Bool { true }

  var shownMembers: [HeadlessViewController] {
    rootViewController.map { [$0] } ?? []
  }

  /// Whether an operation on the window itself has not ended yet.
  package final var isTransitioning: Bool {
    platform.pendingTransitions.contains { $0.owner === self }
  }

  /// Whether a transition runs on the window or on any controller in it.
  package final var isTransitionRunning: Bool {
    platform.pendingTransitions.contains { transition in
      if transition.owner === self { return true }
      return (transition.owner as? HeadlessViewController)?.hierarchyWindow === self
    }
  }

  package func performSetRoot(
    _ controller: HeadlessViewController?,
    by origin: HeadlessOrigin = .code
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    layOutWindow()
    let old = rootViewController
    if controller === old { return .success(nil) }
    if let controller {
      if controller.parent != nil || controller.rootWindow != nil {
        return .failure(.alreadyInHierarchy(controller))
      }
      if let presenter = controller.directPresenter {
        return .failure(.alreadyPresented(controller, by: presenter))
      }
    }
    if let old, platform.endTransitions(within: old) {
      return performSetRoot(controller, by: origin)
    }
    let transition = HeadlessTransition(
      .setRoot, on: self, from: old, to: controller, animated: false, by: origin)
    let work = HeadlessTransition.Work(
      change: { [self] in
        storeRoot(controller)
        controller?.rootWindow = self
        notify(.contents, by: origin)
      },
      begin: {
        old?.beginChain(false, animated: false)
        controller?.beginChain(true, animated: false)
      },
      end: { [self] _ in
        old?.endChain()
        controller?.endChain()
        if rootViewController !== old { old?.rootWindow = nil }
      }
    )
    return .success(platform.perform(transition, work, isOnScreen: !isHidden))
  }

  func performSetHidden(_ isHidden: Bool) {
    layOutWindow()
    guard isHidden != self.isHidden else { return }
    let root = rootViewController
    if isHidden, let root, platform.endTransitions(within: root) {
      return performSetHidden(isHidden)
    }
    let transition = HeadlessTransition(
      .showWindow, on: self, from: isHidden ? root : nil, to: isHidden ? nil : root,
      animated: false, by: .code)
    let work = HeadlessTransition.Work(
      change: { [self] in
        if !isHidden { storeIsHidden(false) }
      },
      begin: { [self] in
        root?.beginChain(!isHidden, animated: false)
        storeIsHidden(isHidden)
      },
      end: { _ in root?.endChain() }
    )
    _ = platform.perform(transition, work, isOnScreen: true)
  }

  /// Performs a change of the window that waits for the layout pass.
  private func layOutWindow() {
    for transition in platform.pendingTransitions where transition.owner === self {
      platform.layOut(transition)
    }
  }
}

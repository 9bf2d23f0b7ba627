extension HeadlessNavigationController {
  package func performPush(
    _ controller: HeadlessViewController,
    animated: Bool,
    by origin: HeadlessOrigin = .code
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    // First: its callbacks and completions may navigate.
    layOutStack()
    if let refusal = refusalToPush(controller) { return .failure(refusal) }
    if controller.parent != nil, ownTransition == nil {
      if let refusal = controller.detachFromFormerParent() { return .failure(refusal) }
      return performPush(controller, animated: animated, by: origin)
    }
    let transition = HeadlessTransition(
      .push, on: self, from: topViewController, to: controller, animated: animated && isShowing,
      by: origin)
    guard ownTransition == nil, waitingPushes.isEmpty else {
      waitingPushes.append(
        WaitingPush(controller: controller, isAnimated: animated, transition: transition))
      platform.add(transition)
      return .success(transition)
    }
    return .success(push(controller, with: transition))
  }

  package func performPop(
    animated: Bool,
    by origin: HeadlessOrigin = .code
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    layOutStack()
    let count = contained.count
    guard count > 1 else { return .failure(.nothingToPop(self, count: count)) }
    return performPop(to: contained[count - 2], animated: animated, by: origin)
  }

  package func performPop(
    to controller: HeadlessViewController,
    animated: Bool,
    by origin: HeadlessOrigin = .code
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    performPop(to: controller, animated: animated, interactive: false, by: origin)
  }

  package func performSet(
    _ controllers: [HeadlessViewController],
    animated: Bool,
    by origin: HeadlessOrigin = .code
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    layOutStack()
    var seen: Set<ObjectIdentifier> = []
    for controller in controllers {
      if !seen.insert(ObjectIdentifier(controller)).inserted {
        return .failure(.duplicateController(controller, self))
      }
      if controller.parent !== self, let refusal = refusalToPush(controller) {
        return .failure(refusal)
      }
    }
    return set(controllers, animated: animated, by: origin)
  }

  /// The transition that the stack itself is in.
  var ownTransition: HeadlessTransition? {
    involvements.first {
      switch $0.kind {
      case .push, .pop, .setStack: $0.owner === self
      default: false
      }
    }
  }

  /// Performs a change without animation that waits for the layout pass.
  func layOutStack() {
    if let ownTransition, !ownTransition.isAnimated { platform.layOut(ownTransition) }
  }

  /// Starts the oldest waiting push, if no transition runs.
  func startWaitingPush() {
    while ownTransition == nil, !waitingPushes.isEmpty {
      guard let next = waitingPushes.first else { return }
      let refusal = refusalToPush(next.controller) ?? next.controller.detachFromFormerParent()
      // Leaving its former parent makes callbacks, which may have navigated.
      guard waitingPushes.first?.transition === next.transition, ownTransition == nil else {
        return
      }
      // Or put it into another parent.
      if refusal == nil, next.controller.parent != nil { continue }
      waitingPushes.removeFirst()
      if let refusal {
        platform.report(refusal)
        platform.abandon(next.transition)
      } else {
        next.transition.retarget(from: topViewController)
        _ = push(next.controller, with: next.transition)
      }
    }
  }

  private func refusalToPush(_ controller: HeadlessViewController) -> HeadlessRefusal? {
    if controller === self { return .wouldBeCycle(controller, self) }
    if controller.parent === self, controller.membership != .leaving {
      return .alreadyInStack(controller, self)
    }
    if controller is HeadlessNavigationController {
      return .isNavigationController(controller, self)
    }
    return refusalToContain(controller)
  }
}

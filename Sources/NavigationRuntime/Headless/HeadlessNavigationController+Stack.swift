extension HeadlessNavigationController {
  /// What a change of the stack removes and adds, and where.
  private struct Change {
    var removed: [HeadlessViewController]
    var inserted: [HeadlessViewController]
    var notification: HeadlessHierarchyChange
  }

  func push(
    _ controller: HeadlessViewController, with transition: HeadlessTransition
  ) -> HeadlessTransition? {
    controller.detachFromFormerParent()
    let change = Change(removed: [], inserted: [controller], notification: .contentsAtTop)
    return perform(change, from: topViewController, to: controller, with: transition) {
      $0.append(controller)
    }
  }

  func change(
    _ kind: HeadlessTransition.Kind,
    animated: Bool,
    interactive: Bool = false,
    by origin: HeadlessOrigin,
    _ edit: @escaping (inout [HeadlessViewController]) -> Void
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    layOutStack()
    guard ownTransition == nil, waitingPushes.isEmpty else {
      return .failure(.transitionRunning("A \(kind.rawValue)", self, ownTransition))
    }
    var stack = contained
    edit(&stack)
    let from = topViewController
    let to = stack.last
    let change = difference(to: stack, isPop: kind == .pop)
    for controller in change.removed {
      platform.endTransitions(within: controller)
    }
    for controller in change.inserted {
      controller.detachFromFormerParent()
    }
    let isAnimated = animated && isShowing && from !== to
    let transition = HeadlessTransition(
      kind, on: self, from: from, to: to, animated: isAnimated, interactive: interactive,
      by: origin)
    return .success(perform(change, from: from, to: to, with: transition) { $0 = stack })
  }

  private func difference(to stack: [HeadlessViewController], isPop: Bool) -> Change {
    if isPop {
      let removed = Array(contained[stack.count...])
      return Change(removed: removed, inserted: [], notification: .contentsAtTop)
    }
    let kept = Set(stack.map(ObjectIdentifier.init))
    let removed = contained.filter { !kept.contains(ObjectIdentifier($0)) }
    let inserted = stack.filter { $0.parent !== self }
    let isAtTop = zip(contained, stack).allSatisfy { $0 === $1 }
    return Change(
      removed: removed, inserted: inserted, notification: isAtTop ? .contentsAtTop : .contents)
  }

  private func perform(
    _ change: Change,
    from: HeadlessViewController?,
    to: HeadlessViewController?,
    with transition: HeadlessTransition,
    edit: @escaping (inout [HeadlessViewController]) -> Void
  ) -> HeadlessTransition? {
    let animated = transition.isAnimated
    let origin = transition.origin
    let previous = transition.isInteractive ? contained : []
    let work = HeadlessTransition.Work(
      change: { [self] in
        for controller in change.removed { controller.announceMove(to: nil) }
        for controller in change.inserted { controller.announceMove(to: self) }
        for controller in change.inserted { controller.parent = self }
        edit(&contained)
        notify(change.notification, by: origin)
      },
      begin: { [self] in
        guard from !== to, isShowing else { return }
        to?.loadViewIfNeeded()
        if let to { delegate?.navigationController(self, willShow: to, animated: animated) }
        from?.beginChain(false, animated: animated)
        to?.beginChain(true, animated: animated)
      },
      end: { [self] completed in
        guard completed else {
          return takeBack(previous, change, from: from, to: to, by: origin)
        }
        from?.endChain()
        to?.endChain()
        for controller in change.removed { controller.leaveParent() }
        for controller in change.inserted { controller.arriveInParent() }
        guard from !== to, isShowing, let to else { return }
        delegate?.navigationController(self, didShow: to, animated: animated)
      }
    )
    return platform.perform(transition, work, isOnScreen: isShowing)
  }

  /// Puts everything back as it was before the finger touched the edge.
  private func takeBack(
    _ previous: [HeadlessViewController],
    _ change: Change,
    from: HeadlessViewController?,
    to: HeadlessViewController?,
    by origin: HeadlessOrigin
  ) {
    for controller in change.removed { controller.membership = .settled }
    contained = previous
    notify(change.notification, by: origin)
    to?.beginChain(false, animated: true)
    to?.endChain()
    from?.beginChain(true, animated: true)
    from?.endChain()
  }
}

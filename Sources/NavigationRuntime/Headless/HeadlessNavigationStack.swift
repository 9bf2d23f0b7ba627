extension HeadlessNavigationController {
  /// The entries that a change of the stack removes and adds, and its notification.
  private struct Change {
    var removed: [HeadlessViewController]
    var inserted: [HeadlessViewController]
    var notification: HeadlessHierarchyChange
  }

  func push(
    _ controller: HeadlessViewController, with transition: HeadlessTransition
  ) -> HeadlessTransition? {
    let change = Change(removed: [], inserted: [controller], notification: .contentsAtTop)
    return perform(change, from: topViewController, to: controller, with: transition) {
      $0.append(controller)
    }
  }

  /// Pops entries; the cost depends on their number, not on the depth of the stack.
  func performPop(
    to target: HeadlessViewController, animated: Bool, interactive: Bool = false,
    by origin: HeadlessOrigin = .code
  ) -> HeadlessResult {
    layOutContents()
    guard let index = contained.lastIndex(where: { $0 === target }) else {
      return .failure(.notContained(target, self, count: contained.count))
    }
    let count = contained.count - index - 1
    if count == 0 { return .success(nil) }
    if let refusal = refusalToChange("A pop") { return .failure(refusal) }
    let removed = Array(contained.suffix(count))
    if platform.endTransitions(within: removed) {
      return performPop(
        to: target, animated: animated, interactive: interactive, by: origin)
    }
    let from = topViewController
    let transition = HeadlessTransition(
      .pop, on: self, from: from, to: target, animated: animated && isShowing,
      interactive: interactive, by: origin)
    let change = Change(removed: removed, inserted: [], notification: .contentsAtTop)
    let running = perform(change, from: from, to: target, with: transition) {
      $0.removeLast(count)
    }
    if origin == .code {
      let bar = barStack
      Self.methodWrapping?.headlessShouldPop(
        in: bar, itemCount: bar.itemCount + Self.itemCount(of: removed)
      ) { true }
    }
    return .success(running)
  }

  func set(_ stack: [HeadlessViewController], animated: Bool) -> HeadlessResult {
    if let refusal = refusalToChange("Setting the stack") { return .failure(refusal) }
    let change = difference(to: stack)
    if platform.endTransitions(within: change.removed) {
      return performSet(stack, animated: animated)
    }
    if let taken = change.inserted.first(where: { $0.parent != nil }) {
      return taken.moveFromFormerParent { performSet(stack, animated: animated) }
    }
    let from = topViewController
    let to = stack.last
    let isAnimated = animated && isShowing && from !== to
    let transition = HeadlessTransition(
      .setStack, on: self, from: from, to: to, animated: isAnimated, by: .code)
    return .success(perform(change, from: from, to: to, with: transition) { $0 = stack })
  }

  private func refusalToChange(_ request: String) -> HeadlessReport? {
    if ownTransition == nil, waitingPushes.isEmpty { return nil }
    return .transitionRunning(request, self, ownTransition)
  }

  private func difference(to stack: [HeadlessViewController]) -> Change {
    let kept = Set(stack.map(ObjectIdentifier.init))
    let removed = contained.filter { !kept.contains(ObjectIdentifier($0)) }
    let inserted = stack.filter { $0.parent !== self }
    let isAtTop = zip(contained, stack).allSatisfy { $0 === $1 }
    return Change(
      removed: removed, inserted: inserted, notification: isAtTop ? .contentsAtTop : .contents)
  }

  private func perform(
    _ change: Change, from: HeadlessViewController?, to: HeadlessViewController?,
    with transition: HeadlessTransition, edit: @escaping (inout [HeadlessViewController]) -> Void
  ) -> HeadlessTransition? {
    let animated = transition.isAnimated
    let origin = transition.origin
    let work = HeadlessTransition.Work(
      change: { [self] in
        let areLinked = announceMoves(of: change.removed, and: change.inserted)
        edit(&contained)
        if !areLinked { contained.removeAll { $0.parent !== self } }
        notify(change.notification, by: origin)
      },
      begin: { [self] in
        let to = top(after: to)
        guard from !== to, isShowing else { return }
        to?.loadViewIfNeeded()
        if let to { willShow(to, animated: animated) }
        from?.beginChain(false, animated: animated)
        to?.beginChain(true, animated: animated)
      },
      end: { [self] completed, step in
        guard completed else {
          let steps = takingBack(change, from: from, to: to, by: origin)
          return HeadlessTransition.Work.perform(step, of: steps)
        }
        let (firstInserted, last) = (
          2 + change.removed.count, 2 + change.removed.count + change.inserted.count
        )
        switch step {
        case 0: from?.endChain()
        case 1: top(after: to)?.endChain()
        case ..<firstInserted: change.removed[step - 2].leaveParent(self)
        case ..<last: change.inserted[step - firstInserted].arrive(in: self)
        case last:
          guard let to = top(after: to), from !== to, isShowing else { return false }
          didShow(to, animated: animated)
        default: break
        }
        return step < last
      }
    )
    return platform.perform(transition, work, isOnScreen: isShowing)
  }

  /// Returns the top after a change: its target, unless a callback has put that elsewhere.
  private func top(after target: HeadlessViewController?) -> HeadlessViewController? {
    target?.parent === self ? target : topViewController
  }

  /// Returns the steps that restore the state before the gesture.
  private func takingBack(
    _ change: Change, from: HeadlessViewController?, to: HeadlessViewController?,
    by origin: HeadlessOrigin
  ) -> [() -> Void] {
    [
      { [self] in
        for controller in change.removed { controller.membership = .settled }
        contained += change.removed
        announcedTop = from
        notify(change.notification, by: origin)
      },
      { to?.beginChain(false, animated: true) },
      { to?.endChain() },
      { from?.beginChain(true, animated: true) },
      { from?.endChain() },
    ]
  }
}

// The bar, which a stack shares with those that are nested in it.
extension HeadlessNavigationController {
  /// The outermost of the stacks around this one, whose bar has the items of all screens in it.
  var barStack: HeadlessNavigationController {
    (parent as? HeadlessNavigationController)?.barStack ?? self
  }

  /// The number of the bar's items: those of the screens in the stack, and in the stacks in it; an
  /// empty one of those has an item itself.
  var itemCount: Int { Self.itemCount(of: contained) }

  /// The screen on top and the one to which the back button leads, as far as there are any, the top
  /// last; a screen under the user's finger is still on top.
  var topScreens: [HeadlessViewController] {
    let leaving = screenUnderFinger.map { [$0] } ?? []
    let screens = (contained.suffix(2) + leaving).flatMap { entry in
      guard let stack = entry as? HeadlessNavigationController, !stack.contained.isEmpty else {
        return [entry]
      }
      return stack.topScreens
    }
    return Array(screens.suffix(2))
  }

  /// The stack that the back button pops: the innermost one that is shown and has more than a root.
  var poppableStack: HeadlessNavigationController? {
    let nested = topViewController as? HeadlessNavigationController
    return nested?.poppableStack ?? (contained.count > 1 ? self : nil)
  }

  /// Whether this stack or the shown one in it hides the bar.
  var hidesBar: Bool {
    let nested = topViewController as? HeadlessNavigationController
    return isNavigationBarHidden || nested?.hidesBar ?? false
  }

  private static func itemCount(of entries: [HeadlessViewController]) -> Int {
    entries.reduce(0) { $0 + max(1, ($1 as? HeadlessNavigationController)?.itemCount ?? 1) }
  }
}

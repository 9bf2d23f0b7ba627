extension HeadlessViewController {
  func performAddChild(_ child: HeadlessViewController) -> HeadlessResult {
    if let refusal = refusalToContain(child) { return .failure(refusal) }
    if child.parent === self { return .success(nil) }
    if child.parent != nil {
      return child.moveFromFormerParent { performAddChild(child) }
    }
    let transition = HeadlessTransition(
      .addChild, on: self, from: nil, to: child, animated: false, by: .code)
    let work = HeadlessTransition.Work(
      change: { [self] in
        child.announceMove(to: self)
        guard link(child) else { return }
        contained.append(child)
        notify(.contentsAtTop, by: .code)
      },
      begin: {},
      end: HeadlessTransition.Work.steps { [self] _ in
        [{ if child.parent === self { child.viewWasAdded() } }]
      }
    )
    return .success(platform.perform(transition, work, isOnScreen: false))
  }

  func performRemoveChild(_ child: HeadlessViewController) -> HeadlessResult {
    guard child.parent === self, let index = contained.lastIndex(where: { $0 === child }) else {
      return .failure(.notContained(child, self, count: contained.count))
    }
    if platform.endTransitions(within: [child]) { return performRemoveChild(child) }
    let transition = HeadlessTransition(
      .removeChild, on: self, from: child, to: nil, animated: false, by: .code)
    let work = HeadlessTransition.Work(
      change: { [self] in
        child.membership = .leaving
        child.beginChain(false, animated: false)
        let isLast = index == contained.count - 1
        contained.removeAll { $0 === child }
        notify(isLast ? .contentsAtTop : .contents, by: .code)
      },
      begin: {},
      end: HeadlessTransition.Work.steps { [self] _ in
        [
          { child.endChain() },
          { child.leaveParent(self) },
        ]
      }
    )
    return .success(platform.perform(transition, work, isOnScreen: false))
  }

  /// Returns the reason why a controller cannot become a child of this one, if there is one.
  func refusalToContain(_ child: HeadlessViewController) -> HeadlessReport? {
    if isWithin(child) { return .wouldBeCycle(child, self) }
    if child.rootWindow != nil { return .alreadyInHierarchy(child) }
    if let presenter = child.directPresenter { return .alreadyPresented(child, by: presenter) }
    return nil
  }

  /// Returns the reason why a list cannot be the contents, if it names a controller twice.
  func refusalOfDuplicate(in controllers: [HeadlessViewController]) -> HeadlessReport? {
    var seen: Set<ObjectIdentifier> = []
    let duplicate = controllers.first { !seen.insert(ObjectIdentifier($0)).inserted }
    return duplicate.map { .duplicateController($0, self) }
  }

  /// Takes the controller from its parent and has another one contain it, in one go.
  ///
  /// - Parameter arrive: Starts the operation over, which is another container's.
  /// - Returns: The answer of the operation, or the reason why the parent cannot release it now.
  func moveFromFormerParent(_ arrive: () -> HeadlessResult) -> HeadlessResult {
    inOneGo {
      if let refusal = detachFromFormerParent() { return .failure(refusal) }
      return arrive()
    }
  }

  /// Makes a move that the observer of the controller's parent sees as a whole.
  ///
  /// In between the controller is nowhere, although no call has removed it.
  func inOneGo<Answer>(_ move: () -> Answer) -> Answer {
    guard let former = parent else { return move() }
    let id = ObjectIdentifier(self)
    former.notify(.transitionBegan(id: id, isInteractive: false), by: .code)
    defer { former.notify(.transitionEnded(id: id, completed: true), by: .code) }
    return move()
  }

  /// Removes the controller from its parent, so that another one can contain it.
  ///
  /// Makes callbacks, which may navigate: the caller has to start over.
  ///
  /// - Returns: The reason why the parent cannot release it now.
  func detachFromFormerParent() -> HeadlessReport? {
    guard let former = parent else { return nil }
    platform.endTransitions(within: [former])
    guard parent === former else { return nil }
    announceMove(to: nil)
    // The callback may have moved it.
    guard parent === former else { return nil }
    if let refusal = former.relinquish(self).refusal {
      membership = .settled
      return refusal
    }
    platform.endTransitions(within: [former])
    // A split that expands has taken it out of the stack already.
    leaveParent(former)
    forgetTransitions(of: former)
    return nil
  }

  /// Takes the controller out of the transitions of a parent that contains it no longer: those that
  /// a callback interrupts end without it.
  func forgetTransitions(of former: HeadlessViewController) {
    guard parent !== former else { return }
    involvements.removeAll { $0.owner === former }
  }

  /// Notifies a controller that it is about to move into a container or out of one.
  ///
  /// A move out is announced once: the app, or the parent that takes the controller, may have done so.
  func announceMove(to parent: HeadlessViewController?) {
    if parent == nil, membership == .leaving { return }
    membership = parent == nil ? .leaving : .arriving
    willMove(toParent: parent)
  }

  /// Announces a change of the contents, and links the new ones to this controller.
  ///
  /// - Returns: Whether all are linked; the caller leaves the others out of the contents.
  func announceMoves(
    of removed: [HeadlessViewController], and inserted: [HeadlessViewController]
  ) -> Bool {
    for controller in removed { controller.announceMove(to: nil) }
    for controller in inserted { controller.announceMove(to: self) }
    var areLinked = true
    for controller in inserted where !link(controller) { areLinked = false }
    return areLinked
  }

  /// Links a controller to this one, unless the callback that announced the move has put it
  /// elsewhere: a controller is in one place only.
  ///
  /// - Parameter controller: A controller that has no parent, except through that callback.
  /// - Returns: Whether it is linked.
  func link(_ controller: HeadlessViewController) -> Bool {
    guard controller.parent == nil, refusalToContain(controller) == nil else {
      if controller.parent == nil { controller.membership = .settled }
      controller.forgetTransitions(of: self)
      return false
    }
    controller.parent = self
    return true
  }

  /// Ends the link to a parent and notifies, unless another one contains the controller by now.
  func leaveParent(_ former: HeadlessViewController) {
    guard parent === former else { return }
    parent = nil
    membership = .settled
    didMove(toParent: nil)
  }

  /// Ends a move into a parent and notifies, unless a callback has put the controller elsewhere.
  func arrive(in parent: HeadlessViewController) {
    guard self.parent === parent else { return }
    membership = .settled
    didMove(toParent: parent)
  }
}

/// A change of a headless controller or window, for its observer.
///
/// It names the changed part, not its new value. Every change that belongs to one operation arrives
/// between that operation's ``transitionBegan(id:isInteractive:)`` and
/// ``transitionEnded(id:completed:)``.
package enum HeadlessHierarchyChange: Sendable, Equatable {
  /// Entries were added or removed at the end of the contained controllers; all others are
  /// unchanged (a push, a pop, a page added at the end).
  case contentsAtTop
  /// The contained controllers changed in some other way (a stack or the tabs were set).
  case contents
  /// Another tab, page or column was selected.
  case selection
  /// Contained controllers, or the window itself, were shown or hidden without a change of the
  /// contents.
  case display
  /// The controller presents another controller, or none any more.
  case presentation
  /// Another controller contains or presents the controller, or a window has it as its root.
  case surroundings
  /// An operation on this controller began: its ``HeadlessTransition`` has the `id`. Interactive
  /// ones follow the user's finger and may be cancelled.
  case transitionBegan(id: ObjectIdentifier, isInteractive: Bool)
  /// The operation with the `id` ended, animation and callbacks included; `completed` is `false`
  /// if the user cancelled it, and then everything is as it was before.
  case transitionEnded(id: ObjectIdentifier, completed: Bool)
}

/// The origin of a change: the user's finger or the app's code.
package enum HeadlessOrigin: Sendable, Equatable {
  /// The user's action: back button, edge swipe, pulled-down sheet, tab tap, alert button.
  case user
  /// Code called a method or set a property.
  case code
}

/// Observes each change of a headless controller or window.
///
/// UIKit has no such protocol; the runtime's headless adapter uses it in place of the delegates
/// that the UIKit adapter observes. Called on the main actor, synchronously, after the controller's
/// properties have changed.
@MainActor
package protocol HeadlessHierarchyObserver: AnyObject {
  /// Called once for each change, in the order of the changes.
  func headlessHierarchy(
    of responder: HeadlessResponder, did change: HeadlessHierarchyChange, by origin: HeadlessOrigin
  )
}

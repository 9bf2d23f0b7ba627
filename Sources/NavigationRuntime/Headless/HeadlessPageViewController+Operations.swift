extension HeadlessPageViewController {
  package func performSetPage(
    _ page: HeadlessViewController?,
    animated: Bool,
    by origin: HeadlessOrigin = .code,
    completion: ((Bool) -> Void)? = nil
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    guard let page else { return .failure(.emptyPages(self)) }
    layOutPages()
    if page === shownPage {
      if animated { return .failure(.pageAlreadyShown(page, self)) }
      completion?(true)
      return .success(nil)
    }
    return turn(to: page, animated: animated, by: origin, completion: completion)
  }

  /// Shows a page, directly or in a gesture.
  func turn(
    to page: HeadlessViewController,
    animated: Bool,
    interactive: Bool = false,
    by origin: HeadlessOrigin,
    completion: ((Bool) -> Void)? = nil
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    if let refusal = refusalToContain(page) { return .failure(refusal) }
    if let running = ownTransition {
      return .failure(.transitionRunning("Turning to \(page.name)", self, running))
    }
    let old = shownPage
    if let old, platform.endTransitions(within: old) {
      return turn(
        to: page, animated: animated, interactive: interactive, by: origin, completion: completion)
    }
    if page.parent != nil {
      if let refusal = page.detachFromFormerParent() { return .failure(refusal) }
      return turn(
        to: page, animated: animated, interactive: interactive, by: origin, completion: completion)
    }
    let transition = HeadlessTransition(
      .turnPage, on: self, from: old, to: page, animated: animated && isShowing,
      interactive: interactive, by: origin)
    if let completion { transition.addCompletion(completion) }
    let work = HeadlessTransition.Work(
      change: { [self] in
        if origin == .user { delegate?.pageViewController(self, willTransitionTo: [page]) }
        page.announceMove(to: self)
        page.parent = self
        contained.append(page)
        if interactive {
          incomingPage = page
        } else {
          show(page, insteadOf: old, by: origin)
        }
      },
      begin: { [self] in
        guard isShowing else { return }
        page.loadViewIfNeeded()
        page.beginChain(true, animated: animated)
        old?.beginChain(false, animated: animated)
      },
      end: { [self] completed in
        incomingPage = nil
        if completed {
          if interactive, page.parent === self { show(page, insteadOf: old, by: origin) }
          endTurn(from: old, to: page)
        } else {
          takeBackTurn(from: old, to: page, animated: animated)
        }
        guard origin == .user else { return }
        delegate?.pageViewController(
          self, didFinishAnimating: true, previousViewControllers: old.map { [$0] } ?? [],
          transitionCompleted: completed)
      }
    )
    return .success(platform.perform(transition, work, isOnScreen: isShowing))
  }

  /// Removes the shown page after it was removed from its parent.
  func performRemovePage(
    _ page: HeadlessViewController
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    layOutPages()
    if page === shownPage { shownPage = nil }
    if page === incomingPage { incomingPage = nil }
    return performRemoveChild(page)
  }

  private func show(
    _ page: HeadlessViewController, insteadOf old: HeadlessViewController?,
    by origin: HeadlessOrigin
  ) {
    shownPage = page
    contained = [page]
    old?.announceMove(to: nil)
    notify(.contents, by: origin)
    notify(.selection, by: origin)
  }

  private func endTurn(from old: HeadlessViewController?, to page: HeadlessViewController) {
    page.endChain()
    old?.endChain()
    old?.leaveParent(self)
    if page.parent === self { page.arriveInParent() }
  }

  private func takeBackTurn(
    from old: HeadlessViewController?, to page: HeadlessViewController, animated: Bool
  ) {
    page.announceMove(to: nil)
    contained = old.flatMap { $0.parent === self ? [$0] : nil } ?? []
    old?.beginChain(true, animated: animated)
    page.beginChain(false, animated: animated)
    old?.endChain()
    page.endChain()
    page.leaveParent(self)
  }

  private var ownTransition: HeadlessTransition? {
    involvements.first { $0.kind == .turnPage && $0.owner === self }
  }

  private func layOutPages() {
    if let ownTransition, !ownTransition.isAnimated { platform.layOut(ownTransition) }
  }
}

import NavigationRuntime

extension StoryPlayer {
  func swipeBack(_ end: StoryMove.GestureEnd) throws(StoryMiss) {
    try liftNothing()
    let stacks = app.window.visiblePath.reversed().compactMap { $0 as? DemoNavigationController }
    for stack in stacks {
      guard let gesture = stack.userDidBeginEdgeSwipe() else { continue }
      lead(gesture, end)
      return
    }
    throw StoryMiss("a screen that can be swiped back", found: whatIsThere())
  }

  func pullDown(_ end: StoryMove.GestureEnd) throws(StoryMiss) {
    try liftNothing()
    guard let gesture = app.window.visiblePath.last?.userDidBeginPullDown() else {
      throw StoryMiss("a sheet that can be pulled down", found: whatIsThere())
    }
    lead(gesture, end)
  }

  func lift(finishing: Bool) throws(StoryMiss) {
    guard let gesture else {
      throw StoryMiss(
        "a finger on the screen", found: "none",
        hint: "A line like `begin swipe back` comes before.")
    }
    self.gesture = nil
    // The app may have ended what the finger led, by leaving the screen for example.
    if finishing { gesture.finish() } else { gesture.cancel() }
  }

  private func lead(_ gesture: DemoGesture, _ end: StoryMove.GestureEnd) {
    switch end {
    case .finished: gesture.finish()
    case .cancelled: gesture.cancel()
    case .open: self.gesture = gesture
    }
  }

  private func liftNothing() throws(StoryMiss) {
    guard gesture != nil else { return }
    throw StoryMiss(
      "a free finger", found: "one that is on the screen already",
      hint: "`finish` or `cancel` lifts it.")
  }
}

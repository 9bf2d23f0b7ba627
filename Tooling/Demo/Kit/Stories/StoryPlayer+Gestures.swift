import NavigationRuntime

extension StoryPlayer {
  func swipeBack(_ end: StoryMove.GestureEnd) throws(StoryMiss) {
    let stacks = app.window.visiblePath.reversed().compactMap { $0 as? DemoNavigationController }
    for stack in stacks {
      guard let gesture = stack.userDidBeginEdgeSwipe() else { continue }
      lead(gesture, "swipe back", end)
      return
    }
    throw StoryMiss("a screen that can be swiped back", found: whatIsThere())
  }

  func pullDown(_ end: StoryMove.GestureEnd) throws(StoryMiss) {
    guard let gesture = app.window.visiblePath.last?.userDidBeginPullDown() else {
      throw StoryMiss("a sheet that can be pulled down", found: whatIsThere())
    }
    lead(gesture, "pull down", end)
  }

  func lift(finishing: Bool) throws(StoryMiss) {
    guard let gesture = finger?.gesture else {
      throw StoryMiss(
        "a finger on the screen", found: "none",
        hint: "A line like `begin swipe back` comes before.")
    }
    finger = nil
    // The app may have ended the gesture, by leaving the screen for example.
    if finishing { gesture.finish() } else { gesture.cancel() }
  }

  private func lead(_ gesture: DemoGesture, _ name: String, _ end: StoryMove.GestureEnd) {
    switch end {
    case .finished: gesture.finish()
    case .cancelled: gesture.cancel()
    case .open: finger = Finger(gesture: gesture, name: name)
    }
  }

  func demandFreeFinger() throws(StoryMiss) {
    guard let finger else { return }
    throw StoryMiss(
      "a free finger", found: "one on the screen, which began to \(finger.name)",
      hint: "`finish` or `cancel` lifts it.")
  }
}

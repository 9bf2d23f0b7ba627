import NavigationRuntime

extension Story {
  /// Requests that are made while an animation runs.
  func animationsTakeTime() async {
    narrator.chapter(
      "6. Animations take time",
      "From here on a transition ends only when the platform says so. UIKit drops a present that "
        + "comes during another one. In the lane it waits for its turn.")
    guard let films else { return }
    platform.transitionMode = .manual
    await narrator.move(.code, "asks to present Snacks, then to dismiss it", seeing: "Film") {
      request(.present(screen("Snacks")), "present Snacks", on: films)
      request(.dismiss, "dismiss", on: films)
      return whatIsInFlight()
    }
    await narrator.move(
      .code, "asks to present Map while Snacks is still being presented", seeing: "Film"
    ) {
      request(.present(screen("Map")), "present Map", on: films)
      return whatIsInFlight()
    }
    await narrator.move(.call, "films.present(…) past the lane, at the same time", seeing: "Film") {
      films.present(screen("Pop-up"), animated: true)
      return "nothing happened; the platform refuses it like UIKit"
    }
    await platformEnds("the presentation of Snacks", seeing: "Snacks")
    await platformEnds("its dismissal", seeing: "Film")
    await platformEnds("the presentation of Map", seeing: "Map")
    platform.transitionMode = .immediate
  }

  /// The root is replaced, and everything that was in it is gone.
  func close() async {
    narrator.chapter(
      "7. The user signs out",
      "Replacing the root ends everything at once: tabs, stacks, what they presented. Nothing of it "
        + "may stay alive.")
    let signIn = screen("SignIn")
    await narrator.request(
      .setRoot(signIn), on: window, "asks to make SignIn the window's root", seeing: "SignIn")

    let waiting = await context.settled()
    print(
      """

      Of \(castCount) controllers that were made, these are alive: \(alive.joined(separator: ", ")).
      Requests that run or wait in the lane: \(store.scheduler.count).
      """)
    narrator.expect(alive == ["SignIn"], "nothing but SignIn should be alive")
    narrator.expect(waiting.isEmpty, "nothing should wait for anything: \(waiting)")
    narrator.expect(store.scheduler.count == 0, "the lane should be empty")
  }

  /// Asks without waiting; the outcome is told in the move in which it comes.
  private func request(
    _ operation: NavigationOperation, _ name: String, on container: HeadlessViewController
  ) {
    context.request(operation, on: container).onEnd { [narrator] outcome in
      narrator.add("request", "\(name): \(outcome)")
      narrator.expect(outcome == .performed, "\(name) should be performed")
    }
  }

  private func whatIsInFlight() -> String {
    for activity in store.scheduler.runningActivities { narrator.add("in lane", "\(activity)") }
    return "none yet"
  }

  private func platformEnds(_ what: String, seeing leaf: String) async {
    await narrator.move(.platform, "ends \(what)", seeing: leaf) {
      let didEnd = platform.completeTransition()
      narrator.expect(didEnd, "there should be a transition to end: \(what)")
      return didEnd ? "ended" : "nothing runs"
    }
  }
}

import NavigationRuntime

extension Story {
  /// The tab bar, the back button and the edge swipe.
  func userMoves() async {
    narrator.chapter(
      "4. The user moves",
      "What the user does flows back: the tree changes, and what has left hears it. A gesture that "
        + "is not finished has never happened.")
    guard let films, let tabs = films.tabBarController else { return }
    await user("taps the tab Films", seeing: "Review") { tabs.userDidTapTab(at: 0) }
    await user("taps the back button", seeing: "Trailer") { films.userDidTapBack() }

    var swipe: HeadlessGesture?
    await user("begins to swipe back from the edge", seeing: "Trailer") {
      swipe = films.userDidBeginEdgeSwipe()
      return swipe != nil
    }
    await user("lets go too early: the swipe is cancelled", seeing: "Trailer") {
      swipe?.cancel() ?? false
    }
    await user("swipes back again, and this time all the way", seeing: "Film") {
      films.userDidBeginEdgeSwipe()?.finish() ?? false
    }
  }

  /// A sheet with a stack of its own, an alert over it, and both taken away by the user.
  func sheetAndAlert() async {
    narrator.chapter(
      "5. A sheet with its own stack, and an alert over it",
      "A container that goes takes along everything in it. All of it hears that it has left, "
        + "children before parents, so that nothing leaks.")
    guard let films else { return }
    let booking = stack("Booking", screen("Seats"))
    await narrator.request(
      .present(booking), on: films, "asks to present the sheet Booking", seeing: "Seats")
    await narrator.request(
      .push(screen("Payment")), on: booking, "asks to push Payment inside the sheet",
      seeing: "Payment")

    let question = cast(
      "Question",
      as: HeadlessAlertController(title: "Pay now?", message: nil, preferredStyle: .alert))
    question.addAction(HeadlessAlertAction(title: "Cancel", style: .cancel))
    question.addAction(
      HeadlessAlertAction(title: "Pay", style: .default) { [weak self, weak booking] _ in
        guard let self, let booking else { return }
        context.request(.push(screen("Ticket")), on: booking)
          .onEnd { self.narrator.add("request", "Pay's handler pushes Ticket: \($0)") }
      })
    await narrator.request(
      .present(question), on: booking, "asks to present an alert over the sheet",
      seeing: "Question")
    await narrator.request(
      .present(screen("Advert")), on: booking, "asks to present something else there",
      expecting: .refused(TransitionRefusal(.alreadyPresenting, "")), seeing: "Question")
    await user("taps the alert's button Pay", seeing: "Ticket") { question.userDidTap("Pay") }
    await user("pulls the sheet down", seeing: "Film") { booking.userDidPullDown() }
  }

  private func user(_ what: String, seeing leaf: String, _ move: () -> Bool) async {
    await narrator.move(.user, what, seeing: leaf) {
      let didMove = move()
      narrator.expect(didMove, "the user could not do this: \(what)")
      return didMove ? "done" : "not possible"
    }
  }
}

/// What puts controllers on the screen: a window, or a controller that contains others.
///
/// A host forwards its own appearance to its members. The members are the controllers it
/// contains and, above each of them, those that are presented in that controller's context.
@MainActor
protocol AppearanceHost: AnyObject {
  /// How far the host itself has come onto the screen.
  var hostPhase: AppearancePhase { get }
  /// The view that the members' views are put into.
  var hostView: HeadlessView { get }
  /// Whether the host puts its members' views into its own; plain parents leave that to the app.
  var placesMemberViews: Bool { get }
  /// The members that have begun to appear and have not finished disappearing.
  var activeMembers: [HeadlessViewController] { get set }
  /// The contained controllers that are on the screen when the host is.
  var shownMembers: [HeadlessViewController] { get }
}

extension AppearanceHost {
  /// Whether a member is on the screen once the host is, and nothing runs.
  func shows(_ member: HeadlessViewController) -> Bool {
    let base = member.presentationBase
    return !member.isCovered && shownMembers.contains { $0 === base }
  }

  func beginMembers(_ appears: Bool, animated: Bool) {
    guard appears else {
      for member in activeMembers {
        member.beginAppearance(false, animated: animated)
      }
      return
    }
    for base in shownMembers {
      base.beginChain(true, animated: animated)
    }
  }

  /// Ends what the members have begun.
  ///
  /// Those that take part in a transition of their own end with it, unless the host has gone from
  /// the screen and takes them along.
  func endMembers() {
    let isGone = hostPhase == .disappeared
    for member in activeMembers where isGone || !member.isHeldByTransition {
      member.endAppearance()
    }
  }

  /// Puts right what callbacks that navigated themselves have left undone.
  ///
  /// What a transition still works on is left to it. Does nothing in all ordinary cases.
  func settleMembers() {
    guard hostPhase.isShowing else { return }
    for member in activeMembers where !member.isBusy && !shows(member) {
      member.beginAppearance(false, animated: false)
      member.endAppearance()
    }
    for member in shownMembers.flatMap(\.presentationChain) where !member.isBusy {
      member.beginAppearance(true, animated: false)
      member.endAppearance()
    }
  }
}

/// A host that puts controllers on the screen: a window, or a controller that contains others.
///
/// A host forwards its own appearance to its members. The members are the contained controllers
/// and, above each of them, those presented in that controller's context.
@MainActor
protocol AppearanceHost: AnyObject {
  /// The host's own phase of appearance.
  var hostPhase: AppearancePhase { get }
  /// The view that contains the members' views.
  var hostView: HeadlessView { get }
  /// Whether the host adds its members' views to its own; plain parents leave that to the app.
  var placesMemberViews: Bool { get }
  /// The members that have begun to appear and have not finished disappearing.
  var activeMembers: [HeadlessViewController] { get set }
  /// The contained controllers that are on the screen when the host is.
  var shownMembers: [HeadlessViewController] { get }
}

extension AppearanceHost {
  /// Returns whether a member is on the screen once the host is, and nothing runs.
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

  /// Ends the members' transitions.
  ///
  /// A member in a transition of its own ends with that, unless the host has left the screen
  /// together with its members.
  func endMembers() {
    let isGone = hostPhase == .disappeared
    for member in activeMembers where isGone || !member.isHeldByTransition {
      member.endAppearance()
    }
  }

  /// Repairs the appearance of members after callbacks that navigated themselves.
  ///
  /// A transition's members are left to the transition. Has no effect in all ordinary cases.
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

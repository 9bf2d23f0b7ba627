extension HeadlessViewController: AppearanceHost {
  var hostPhase: AppearancePhase { phase }

  var hostView: HeadlessView { view }

  /// Whether the controller takes part in a transition that has not come to its end.
  var isHeldByTransition: Bool {
    involvements.contains {
      ($0.from === self || $0.to === self) && !$0.isEndingOrEnded
    }
  }

  /// Whether a transition or a callback on the call stack still works on the controller.
  var isBusy: Bool { runningCallbacks > 0 || isHeldByTransition }

  /// Whether the contents of this controller can be on the screen now.
  var isShowing: Bool { phase.isShowing }

  var appearanceHost: (any AppearanceHost)? {
    let base = presentationBase
    return base.parent ?? base.rootWindow
  }

  /// Begins to appear or disappear; has no effect if that has begun already.
  ///
  /// Each callback may navigate, so the state is checked again after it.
  // Not inlined, as the end: both are recursive, and each caller would contain several levels.
  @inline(never)
  func beginAppearance(_ appears: Bool, animated: Bool) {
    guard appears else {
      guard phase.isShowing else { return }
      phase = .disappearing
      appearanceIsAnimated = animated
      makeCallback { viewWillDisappear(animated) }
      guard !phase.isShowing else { return }
      beginMembers(false, animated: animated)
      if phase == .disappeared { endMembers() }
      return
    }
    // The first checks spare a covered controller the search for its host.
    guard !phase.isShowing, !isCovered, canAppear(in: appearanceHost) else { return }
    loadViewIfNeeded()
    let host = appearanceHost
    guard !phase.isShowing, let host, canAppear(in: host) else { return }
    enter(host)
    phase = .appearing
    appearanceIsAnimated = animated
    makeCallback { viewWillAppear(animated) }
    guard phase.isShowing else { return }
    makeCallback { viewIsAppearing(animated) }
    guard phase.isShowing else { return }
    contentsWillAppear()
    guard phase.isShowing else { return }
    beginMembers(true, animated: animated)
    if phase == .appeared { endContents() }
  }

  private func canAppear(in host: (any AppearanceHost)?) -> Bool {
    guard let host else { return false }
    return host.hostPhase.isShowing && host.shows(self)
  }

  /// Ends what ``beginAppearance(_:animated:)`` began, up to the host's own phase.
  @inline(never)
  func endAppearance() {
    switch phase {
    case .appearing:
      guard let activeHost, activeHost.hostPhase == .appeared else { return }
      phase = .appeared
      hasAppearedAsRoot = rootWindow != nil
      makeCallback { viewDidAppear(appearanceIsAnimated) }
      guard phase == .appeared else { return }
      endContents()
    case .disappearing:
      if let activeHost, activeHost.hostPhase == .disappearing, activeHost.shows(self) { return }
      finishDisappearing()
    case .appeared, .disappeared:
      break
    }
  }

  private func endContents() {
    endMembers()
    contentsDidAppear()
  }

  /// Leaves the screen now, whatever the host does: the controller is being moved elsewhere.
  func leaveScreen() {
    beginAppearance(false, animated: false)
    if phase == .disappearing { finishDisappearing() }
  }

  private func finishDisappearing() {
    phase = .disappeared
    leaveHost()
    makeCallback { viewDidDisappear(appearanceIsAnimated) }
    guard phase == .disappeared else { return }
    endMembers()
  }

  /// Begins the appearance of this controller and of all that are presented above it.
  func beginChain(_ appears: Bool, animated: Bool) {
    for member in presentationChain where !appears || !member.isCovered {
      member.beginAppearance(appears, animated: animated)
    }
  }

  func endChain() {
    for member in presentationChain {
      member.endAppearance()
    }
  }

  /// Called after the app has added the view to another one.
  func viewWasAdded() {
    guard let parent, parent.isShowing, parent.hasShownMember(self) else { return }
    beginChain(true, animated: false)
    endChain()
  }

  /// Called before the app removes the view from another one; a modal that covers it stays.
  func viewWillBeRemoved() {
    if !isCovered { beginChain(false, animated: false) }
  }

  /// Called after the app has removed the view from another one.
  func viewWasRemoved() {
    // A callback may have brought it back.
    viewWillBeRemoved()
    endChain()
  }

  /// Whether the app adds the controller's view to its superview and removes it.
  var isPlacedByApp: Bool {
    directPresenter == nil && (parent.map { !$0.placesMemberViews } ?? false)
  }

  private func enter(_ host: any AppearanceHost) {
    if activeHost !== host { leaveHost() }
    activeHost = host
    if !host.activeMembers.contains(where: { $0 === self }) {
      host.activeMembers.append(self)
    }
    if host.placesMemberViews || directPresenter != nil {
      host.hostView.attach(view)
    }
  }

  private func leaveHost() {
    guard let host = activeHost else { return }
    activeHost = nil
    host.activeMembers.removeAll { $0 === self }
    let isPlain = !host.placesMemberViews && contains(host)
    if !isPlain, viewIfLoaded?.superview === host.hostView {
      viewIfLoaded?.detach()
    }
  }

  /// Returns whether the host is the parent, to whose view the app adds this controller's view.
  private func contains(_ host: any AppearanceHost) -> Bool {
    parent.map { $0 === host } ?? false
  }

  private func makeCallback(_ callback: () -> Void) {
    runningCallbacks += 1
    callback()
    runningCallbacks -= 1
  }
}

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
  /// Returns whether a controller is one of ``shownMembers``.
  func hasShownMember(_ member: HeadlessViewController) -> Bool
}

extension AppearanceHost {
  /// Returns whether a member is on the screen once the host is, and nothing runs.
  func shows(_ member: HeadlessViewController) -> Bool {
    guard !member.isCovered else { return false }
    return hasShownMember(member.presentationBase)
  }

  /// The contained controllers that are on the screen when the host is, each with all that are
  /// presented above it.
  // A loop: the chains as arrays would be allocated at each operation.
  private var shownChains: Set<ObjectIdentifier> {
    let members = shownMembers
    var shown = Set<ObjectIdentifier>(minimumCapacity: members.count)
    for member in members {
      member.forEachInPresentationChain { shown.insert(ObjectIdentifier($0)) }
    }
    return shown
  }

  func beginMembers(_ appears: Bool, animated: Bool) {
    guard appears else {
      // A member's callback may bring the host back, and all members with it, or move another one.
      for member in activeMembers where !hostPhase.isShowing && member.activeHost === self {
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
    for member in activeMembers where hostPhase == .disappeared || !member.isHeldByTransition {
      if member.activeHost === self { member.endAppearance() }
    }
  }

  /// Whether the only active member is the one to show, so that nothing needs repair.
  ///
  /// It presents nothing, and is in the host's phase.
  private var showsOneMemberAlone: Bool {
    let active = activeMembers
    guard active.count == 1, active[0].phase == hostPhase, active[0].directPresented == nil else {
      return false
    }
    let shown = shownMembers
    return shown.count == 1 && shown[0] === active[0]
  }

  /// Repairs the appearance of members after callbacks that navigated themselves.
  ///
  /// A transition's members are left to the transition. Has no effect in all ordinary cases.
  func settleMembers() {
    guard hostPhase.isShowing, !showsOneMemberAlone else { return }
    // Made once for all members, and again after a callback.
    var shown = shownChains
    for member in activeMembers where !member.isBusy && member.activeHost === self {
      if !member.isCovered, shown.contains(ObjectIdentifier(member)) { continue }
      member.beginAppearance(false, animated: false)
      member.endAppearance()
      shown = shownChains
    }
    for member in shownMembers.flatMap(\.presentationChain) where !member.isBusy {
      member.beginAppearance(true, animated: false)
      member.endAppearance()
    }
  }
}

/// A controller's phase between "not on the screen" and "on the screen".
///
/// Each change of the phase is one of the four appearance callbacks, so that the callbacks of a
/// controller always alternate properly, whatever the interruptions.
enum AppearancePhase: Sendable {
  case disappeared
  case appearing
  case appeared
  case disappearing

  /// Whether the members of a host in this phase may begin to appear.
  var isShowing: Bool {
    self == .appearing || self == .appeared
  }
}

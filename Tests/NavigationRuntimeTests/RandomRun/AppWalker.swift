import NavigationRuntime
import TestSupport

/// Makes random moves in an app and in its model.
///
/// A round is one move by code or the user, or a gesture with moves during it, and the requests
/// made meanwhile. All have ended at its end.
@MainActor
final class AppWalker {
  let app: AppWorld
  private(set) var model = AppModel()
  /// The latest moves, and the deviations from the model.
  private(set) var log: [String] = []
  private(set) var faults: [String] = []
  /// The number of moves of each kind.
  private(set) var counts: [String: Int] = [:]
  private var random: SeededGenerator
  /// Requests made during a transition; the scheduler performs them later.
  private var waiting: [AppModel.Change] = []
  private var nextNumber = 1

  init(seed: UInt64, mode: HeadlessPlatform.TransitionMode) {
    random = SeededGenerator(seed: seed)
    app = AppWorld(mode)
    for name in [AppModel.root] + AppModel.tabs { setDelegate("app", of: name) }
  }

  func round() {
    if random.happens(percent: 20) { changeDelegate() }
    app.record.allows = random.happens(percent: 80)
    switch random.next(below: 10) {
    case 0..<3: gesture()
    case 3..<7: actAsUser()
    case 7..<9: call(anyChange(forRequest: false))
    default:
      let change = anyChange(forRequest: true)
      request(change)
      // A controller that is being presented or dismissed cannot present (D23, D24).
      if !change.isPresentation, random.happens(percent: 40) { presentMeanwhile() }
    }
    if random.happens(percent: 50) { request(anyChange(forRequest: true)) }
    if random.happens(percent: 25) { request(anyChange(forRequest: true)) }
    settle()
  }

  /// Ends a round whose transitions have ended.
  func finish() {
    settle()
    if log.count > 40 { log.removeFirst(log.count - 40) }
  }

  private func settle() {
    app.world.platform.completeAllTransitions()
    applyWaiting()
  }

  // MARK: Delegates

  private func setDelegate(_ name: String?, of owner: String) {
    model.delegates[owner] = name
    app.setDelegate(name, of: owner)
  }

  private func changeDelegate() {
    let owners = [AppModel.root] + AppModel.tabs + model.modals.map(\.name)
    let names = ["app", "other", nil]
    let owner = owners[random.next(below: owners.count)]
    let name = names[random.next(below: names.count)]
    note("delegate", "\(owner) gets the delegate \(name ?? "none")")
    setDelegate(name, of: owner)
  }

  // MARK: Code

  /// Takes the turns between two moves of code, in which a platform lays out what it has not
  /// reported.
  private func passTurns() {
    if platformIsStrict { app.world.platform.layOut() }
  }

  private func call(_ change: AppModel.Change) {
    note("call", "call: \(change)")
    passTurns()
    app.call(change)
    model.apply(change)
  }

  private func request(_ change: AppModel.Change) {
    passTurns()
    // What waited may have been done by now, and a controller without a presented one dismisses
    // itself.
    if case .dismiss(let presenter, _) = change, presenter != AppModel.root,
      app.controller(presenter).presentedViewController == nil
    {
      return
    }
    note("request", "request: \(change)")
    // The scheduler waits for any running transition.
    let isBusy = !app.world.platform.pendingTransitions.isEmpty
    app.request(change)
    waiting.append(change)
    if !isBusy { applyWaiting() }
  }

  /// Returns the calls that the delegates must have received since the last call.
  func takeExpectedCalls() -> [String: [String]] { model.takeCalls() }

  private func applyWaiting() {
    for change in waiting { model.apply(change) }
    waiting = []
  }

  /// Presents by foreign code during a running transition.
  private func presentMeanwhile() {
    guard let change = presentation(covering: false) else { return }
    note("present meanwhile", "meanwhile: \(change)")
    app.call(change)
    model.apply(change)
  }

  private func anyChange(forRequest: Bool) -> AppModel.Change {
    let animated = random.happens(percent: 60)
    // By the turn of a request, its stack may be gone with its presenter.
    let stacks = forRequest ? ["Left", "Right"] : model.stacks.keys.sorted()
    let shown = model.touchedStack.flatMap { stacks.contains($0) ? $0 : nil }
    let isShown = random.happens(percent: 50)
    let stack = (isShown ? shown : nil) ?? stacks[random.next(below: stacks.count)]
    let entries = model.stacks[stack] ?? []
    switch random.next(below: forRequest ? 12 : 17) {
    case 0..<4: return .push(takeName("screen"), on: stack, animated: animated)
    case 4: return .pop(stack, animated: animated)
    case 5: return .popTo(entries[random.next(below: entries.count)], on: stack, animated: animated)
    case 6: return .set(stack, newEntries(from: entries), animated: animated)
    case 7: return .select(random.next(below: AppModel.tabs.count))
    case 8, 9: return presentation(covering: true) ?? .select(0)
    case 10, 11:
      let presenters = [AppModel.root] + model.modals.map(\.name)
      // A controller without a presented one dismisses itself.
      let count = presenters.count - 1
      guard count > 0 else { return .select(1) }
      return .dismiss(above: presenters[random.next(below: count)], animated: animated)
    case 12, 13: return .setPage(random.next(below: AppModel.pages.count), animated: animated)
    case 14: return .hide(column: random.happens(percent: 50) ? 0 : 2)
    case 15: return .show(column: random.happens(percent: 50) ? 0 : 2)
    default: return model.isCollapsed ? .expand : .collapse
    }
  }

  /// Returns some of the old entries, and mostly a new one.
  private func newEntries(from old: [String]) -> [String] {
    var entries = old.filter { _ in random.happens(percent: 60) }
    if random.happens(percent: 60) || entries.isEmpty {
      entries.insert(takeName("screen"), at: random.next(below: entries.count + 1))
    }
    return entries
  }

  /// Returns a presentation over the topmost screen; sometimes its delegate is set in advance.
  private func presentation(covering: Bool) -> AppModel.Change? {
    guard model.modals.count < 3 else { return nil }
    var style = AppModel.Modal.Style.allCases[
      random.next(below: AppModel.Modal.Style.allCases.count)]
    let isOverCover = model.modals.allSatisfy { $0.style == .fullScreen }
    if style == .fullScreen, !covering || !isOverCover { style = .sheet }
    let isAlert = style == .alert || style == .actionSheet
    let entries = !isAlert && random.happens(percent: 30) ? [takeName("screen")] : nil
    let modal = AppModel.Modal(
      name: takeName("modal"), style: style, isLocked: random.happens(percent: 15))
    app.make(modal, entries)
    if random.happens(percent: 70) {
      setDelegate(random.happens(percent: 50) ? "app" : "other", of: modal.name)
    }
    return .present(modal, stack: entries, on: model.top, animated: random.happens(percent: 60))
  }

  private func takeName(_ prefix: String) -> String {
    defer { nextNumber += 1 }
    return "\(prefix)\(nextNumber)"
  }

  // MARK: The user

  private func actAsUser() {
    // Mostly a possible move, sometimes an impossible one.
    let style = random.happens(percent: 80) ? model.modals.last?.style : nil
    switch style {
    case .alert: tapButton()
    case .actionSheet: if random.happens(percent: 50) { tapButton() } else { tapOutside() }
    case .popover: tapOutside()
    case .sheet, .fullScreen: if model.canGoBack { tapBack() } else { gesture() }
    case nil:
      switch random.next(below: 7) {
      case 0, 1: if model.canGoBack { tapBack() } else { tapTab() }
      case 2, 3, 4: tapTab()
      case 5: tapBack()
      default: tapOutside()
      }
    }
  }

  private func tapBack() {
    let stack = model.touchedStack ?? "Left"
    let isDone = model.tapBack()
    note("back", "user: back in \(stack)", isDone, app.stack(stack).userDidTapBack())
  }

  private func tapTab() {
    let index = random.next(below: AppModel.tabs.count)
    let isDone = model.tapTab(index, isAllowed: app.record.allows)
    note("tab", "user: tab \(index)", isDone, app.tabBar.userDidTapTab(at: index))
  }

  private func tapButton() {
    guard let alert = app.controller(model.top) as? HeadlessAlertController else { return }
    let isDone = model.tapButton("OK")
    note("button", "user: OK in \(alert.title ?? "?")", isDone, alert.userDidTap("OK"))
  }

  private func tapOutside() {
    let top = app.controller(model.top)
    let isDone = model.tapOutside(isAllowed: app.record.allows)
    note("outside", "user: beside \(model.top)", isDone, top.userDidTapOutside())
  }

  private func gesture() {
    let gesture: AppModel.Gesture
    let top = model.top
    if let modal = model.modals.last, modal.style == .sheet || random.happens(percent: 20) {
      gesture = .pull(modal: modal.name)
    } else if model.tab == 2, model.isRootTouched {
      gesture = .turn(to: model.page + (random.happens(percent: 50) ? 1 : -1))
    } else if !model.canGoBack, random.happens(percent: 70) {
      return call(.push(takeName("screen"), on: model.touchedStack ?? "Left", animated: true))
    } else {
      gesture = .swipe(stack: model.touchedStack ?? "Right")
    }
    let page = model.page
    let isBegun = model.begin(gesture, isAllowed: app.record.allows)
    let finger: HeadlessGesture? =
      switch gesture {
      case .swipe(let stack): app.stack(stack).userDidBeginEdgeSwipe()
      case .pull: app.controller(top).userDidBeginPullDown()
      case .turn(let index):
        app.book.userDidBeginTurningPage(index > page ? .forward : .reverse)
      }
    note("gesture", "user: begins \(gesture)", isBegun, finger != nil)
    guard isBegun, let finger else { return }
    actDuring(gesture)
    let isFinished = random.happens(percent: 50)
    note(isFinished ? "finish" : "cancel", "user: finishes: \(isFinished)")
    let isDone = isFinished ? finger.finish() : finger.cancel()
    if !isDone { faults.append("the gesture had ended before") }
    model.end(gesture, completed: isFinished)
  }

  /// Makes requests and calls while a finger is on the screen, and tries moves that are impossible
  /// then.
  private func actDuring(_ gesture: AppModel.Gesture) {
    if random.happens(percent: 40) { request(anyChange(forRequest: true)) }
    if random.happens(percent: 30), app.tabBar.userDidTapTab(at: 0) {
      faults.append("a tab was tapped during a gesture")
    }
    switch gesture {
    case .swipe(let stack):
      // A pop during a gesture is ignored (D13).
      if random.happens(percent: 30) { app.stack(stack).popViewController(animated: true) }
      if random.happens(percent: 40) { presentMeanwhile() }
    case .turn:
      if random.happens(percent: 40) { presentMeanwhile() }
    case .pull(let modal):
      // A presentation during a dismissal is ignored, too (D23).
      guard random.happens(percent: 40) else { return }
      app.controller(modal).present(HeadlessViewController(), animated: true)
    }
  }

  private func note(_ kind: String, _ text: String) {
    counts[kind, default: 0] += 1
    log.append(text)
  }

  private func note(_ kind: String, _ text: String, _ expected: Bool, _ isDone: Bool) {
    note(isDone ? kind : "\(kind), not possible", "\(text): \(isDone)")
    if expected != isDone { faults.append("\(text): was \(isDone)") }
  }
}

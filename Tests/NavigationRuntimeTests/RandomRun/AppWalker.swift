import NavigationRuntime
import TestSupport

/// Does things at random to an app and to its model.
///
/// A round is one thing that code or the user does, or a gesture with things in between, and what
/// is requested meanwhile. At its end everything has ended.
@MainActor
final class AppWalker {
  let app: AppWorld
  private(set) var model = AppModel()
  /// What was done last, and what did not go as the model says.
  private(set) var log: [String] = []
  private(set) var faults: [String] = []
  /// How often each kind of thing was done.
  private(set) var counts: [String: Int] = [:]
  private var random: SeededGenerator
  /// What was requested while something ran, which the lane does later.
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
      // What is just being presented or dismissed presents nothing (rules D23 and D24).
      if !change.isPresentation, random.happens(percent: 40) { presentMeanwhile() }
    }
    if random.happens(percent: 50) { request(anyChange(forRequest: true)) }
    if random.happens(percent: 25) { request(anyChange(forRequest: true)) }
    settle()
    if log.count > 40 { log.removeFirst(log.count - 40) }
  }

  private func settle() {
    app.world.platform.completeAllTransitions()
    applyWaiting()
  }

  // Delegates.

  private func setDelegate(_ name: String?, of owner: String) {
    model.delegates[owner] = name
    app.setDelegate(name, of: owner)
  }

  private func changeDelegate() {
    let owners = [AppModel.root] + AppModel.tabs + model.modals.map(\.name)
    let names = ["app", "other", nil]
    let owner = owners[random.next(below: owners.count)]
    let name = names[random.next(below: names.count)]
    note("delegate", "\(owner) gets the delegate \(name ?? "nobody")")
    setDelegate(name, of: owner)
  }

  // Code.

  private func call(_ change: AppModel.Change) {
    note("call", "call: \(change)")
    app.call(change)
    model.apply(change)
  }

  private func request(_ change: AppModel.Change) {
    note("request", "request: \(change)")
    // The lane waits for whatever runs, whoever began it.
    let isBusy = !app.world.platform.pendingTransitions.isEmpty
    app.request(change)
    waiting.append(change)
    if !isBusy { applyWaiting() }
  }

  /// What the delegates must have heard since the last call.
  func takeExpectedCalls() -> [String: [String]] { model.takeCalls() }

  private func applyWaiting() {
    for change in waiting { model.apply(change) }
    waiting = []
  }

  /// Foreign code presents something over what is just going on.
  private func presentMeanwhile() {
    guard let change = presentation(covering: false) else { return }
    note("present meanwhile", "meanwhile: \(change)")
    app.call(change)
    model.apply(change)
  }

  private func anyChange(forRequest: Bool) -> AppModel.Change {
    let animated = random.happens(percent: 60)
    // A request comes when its stack may be gone, with what presented it.
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
      // Asked to dismiss nothing, a controller dismisses itself.
      let count = presenters.count - (forRequest ? 0 : 1)
      guard count > 0 else { return .select(1) }
      return .dismiss(above: presenters[random.next(below: count)], animated: animated)
    case 12, 13: return .setPage(random.next(below: AppModel.pages.count), animated: animated)
    case 14: return .hide(column: random.happens(percent: 50) ? 0 : 2)
    case 15: return .show(column: random.happens(percent: 50) ? 0 : 2)
    default: return model.isCollapsed ? .expand : .collapse
    }
  }

  /// Some of the old entries, and mostly a new one.
  private func newEntries(from old: [String]) -> [String] {
    var entries = old.filter { _ in random.happens(percent: 60) }
    if random.happens(percent: 60) || entries.isEmpty {
      entries.insert(takeName("screen"), at: random.next(below: entries.count + 1))
    }
    return entries
  }

  /// Something to present on what is in front; sometimes its delegate is set before it is.
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

  // The user.

  private func actAsUser() {
    // Mostly what can be done, sometimes what cannot.
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

  /// What code does while a finger is on the screen, and what the user cannot do then.
  private func actDuring(_ gesture: AppModel.Gesture) {
    if random.happens(percent: 40) { request(anyChange(forRequest: true)) }
    if random.happens(percent: 30), app.tabBar.userDidTapTab(at: 0) {
      faults.append("a tab was tapped during a gesture")
    }
    switch gesture {
    case .swipe(let stack):
      // Ignored while the finger leads (rule D13).
      if random.happens(percent: 30) { app.stack(stack).popViewController(animated: true) }
      if random.happens(percent: 40) { presentMeanwhile() }
    case .turn:
      if random.happens(percent: 40) { presentMeanwhile() }
    case .pull(let modal):
      // Ignored, too (rule D23).
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

import NavigationRuntime
import TestSupport

/// Takes two windows apart and reassembles them at random, also from inside observers.
///
/// Known controllers are wrapped in new containers, promoted, moved from one container to another
/// and from window to window, in containers of all kinds.
@MainActor
final class HierarchyWalker {
  let world: HeadlessWorld
  let windows: [HeadlessWindow]
  let stores: [NavigationStore]
  private(set) var log: [String] = []
  /// The first trees with all changes so far applied, one at a time.
  private(set) var replicas: [NavigationTree]
  private(set) var faults: [String] = []
  private(set) var counts: [String: Int] = [:]
  private var random: SeededGenerator
  private var nextNumber = 1
  /// The number of moves that observers may still make in this round.
  private var reentrantMoves = 0
  private var histories: [ObjectIdentifier: ScreenHistory] = [:]
  private var subscriptions: Set<Cancellation> = []
  private let adapting = FullScreenDelegate()

  init(seed: UInt64, mode: HeadlessPlatform.TransitionMode) {
    random = SeededGenerator(seed: seed)
    world = HeadlessWorld(
      mode, endsLate: true, configuration: .init(watchdogInterval: 1_000_000))
    let second = HeadlessWindow(platform: world.platform)
    second.makeKeyAndVisible()
    windows = [world.window, second]
    stores = [world.store, world.context.store(for: second)]
    replicas = stores.map(\.tree)
    for (index, store) in stores.enumerated() {
      store.onChange { [weak self] in self?.follow($0.change, in: index) }.store(in: &subscriptions)
    }
    for window in windows { window.rootViewController = make(.stack) }
  }

  private func follow(_ change: NavigationTree.Change, in index: Int) {
    do {
      try replicas[index].apply(change)
    } catch {
      faults.append("\(change): \(error)")
    }
    if random.happens(percent: 2) { moveFromObserver("a change") }
  }

  private func hear(_ event: PresentationEvent, _ name: String) {
    guard random.happens(percent: 3) else { return }
    moveFromObserver("\(name)'s \(event)")
  }

  private func moveFromObserver(_ callback: String) {
    guard reentrantMoves > 0 else { return }
    reentrantMoves -= 1
    note("inside", "from inside \(callback):")
    move()
  }

  func round() {
    reentrantMoves = 3
    if all.count > 50 {
      note("prune", "begin anew")
      windows[random.next(below: 2)].rootViewController = make(.stack)
    }
    if random.happens(percent: 25) {
      note("batch", "in one transition:")
      stores[random.next(below: 2)].scheduler.schedule("several moves") { [self] _ in
        for _ in 0..<(2 + random.next(below: 3)) { move() }
        return .started
      }
    } else {
      for _ in 0..<(1 + random.next(below: 2)) { move() }
    }
    if random.happens(percent: 70) { settle() }
  }

  func settle() {
    for _ in 0..<50 where !world.platform.pendingTransitions.isEmpty {
      world.platform.completeAllTransitions()
    }
    if log.count > 60 { log.removeFirst(log.count - 60) }
  }

  /// Takes a turn of the run loop, as a device does in each turn of the main queue.
  ///
  /// The stand-in's run loop takes one only after a change, and a push that waits for the end of a
  /// transition may come after that.
  func takeTurnOfRunLoop() {
    guard platformIsStrict else { return }
    for store in stores { store.runLoopDidTurn() }
  }

  var isSettled: Bool { stores.allSatisfy { !$0.isInTransition() } }

  /// Returns the differences between the runtime and the naive reading.
  func differences() -> [String] {
    // Reading a tree may publish what has become visible, and nothing may move after that.
    reentrantMoves = 0
    for store in stores { _ = store.tree }
    var found = faults
    var present: Set<ObjectIdentifier> = []
    for (index, store) in stores.enumerated() {
      let text = platformText(windows[index])
      if treeText(store.tree) != text {
        found.append("window \(index) has the tree\n\(treeText(store.tree))\nand holds\n\(text)")
      }
      if replicas[index] != store.tree {
        found.append("the changes of window \(index) lead to\n\(replicas[index])")
      }
      do { try store.tree.validate() } catch { found.append("\(error)") }
      // A view that has left its container's is found at the end of the turn.
      store.runLoopDidTurn()
      let hierarchy = NaiveHierarchy(windows[index])
      let visible = Set(hierarchy.visible.map(ObjectIdentifier.init))
      for controller in hierarchy.controllers {
        let id = ObjectIdentifier(controller)
        present.insert(id)
        let expected: ScreenHistory.State = visible.contains(id) ? .visible : .hidden
        let state = histories[id]?.state ?? .unknown
        if state != expected {
          found.append("\(name(controller)) received \(state), but is \(expected) in\n\(text)")
        }
      }
    }
    for (id, history) in histories where !present.contains(id) {
      guard let controller = history.controller else { continue }
      // A page that was turned away is hidden and has not left. Its location outside both windows
      // is read at the next change.
      let expected: [ScreenHistory.State] =
        controller.lifecycle.isInTree ? [.hidden] : [.unknown, .dismissed]
      if !expected.contains(history.state) {
        found.append("\(name(controller)) received \(history.state), but is \(expected[0])")
      }
    }
    histories = histories.filter { $0.value.controller != nil }
    found += world.issues.map { "\($0)" }
    return found
  }

  // MARK: Controllers

  enum Shape: CaseIterable {
    case screen, stack, tabs, pages, split, custom
  }

  private func make(_ shape: Shape? = nil, around inner: HeadlessViewController? = nil)
    -> HeadlessViewController
  {
    let shape = shape ?? anyShape(wrapping: inner != nil)
    let content = inner ?? (shape == .screen ? nil : make(.screen))
    let made: HeadlessViewController
    switch shape {
    case .screen: made = HeadlessViewController()
    case .stack:
      let stack = HeadlessNavigationController()
      stack.platform = world.platform
      content.map { stack.viewControllers = [$0] }
      made = stack
    case .tabs:
      let tabs = HeadlessTabBarController()
      tabs.platform = world.platform
      tabs.viewControllers = [content, make(.screen)].compactMap { $0 }
      made = tabs
    case .pages:
      let pages = HeadlessPageViewController(
        transitionStyle: .scroll, navigationOrientation: .horizontal)
      pages.platform = world.platform
      content.map { pages.setViewControllers([$0], direction: .forward, animated: false) }
      made = pages
    case .split:
      let split = HeadlessSplitViewController(style: .doubleColumn)
      split.platform = world.platform
      split.setViewController(make(.stack), for: .primary)
      split.setViewController(content, for: .secondary)
      made = split
    case .custom:
      made = HeadlessViewController()
      made.platform = world.platform
      if let content { embed(content, in: made) }
    }
    made.platform = world.platform
    made.definesPresentationContext = random.happens(percent: 40)
    register(made, "\(shape)")
    return made
  }

  private func anyShape(wrapping: Bool) -> Shape {
    if !wrapping, all.count > 40 || random.happens(percent: 50) { return .screen }
    let shapes = wrapping ? Shape.allCases.filter { $0 != .screen } : Shape.allCases
    return shapes[random.next(below: shapes.count)]
  }

  private func register(_ controller: HeadlessViewController, _ kind: String) {
    let name = "\(kind)\(nextNumber)"
    nextNumber += 1
    controller.restorationIdentifier = name
    let history = ScreenHistory(controller)
    histories[ObjectIdentifier(controller)] = history
    history.subscription = controller.observePresentation { [weak self, weak history] event in
      history?.take(event)
      self?.hear(event, name)
    }
  }

  private func embed(_ child: HeadlessViewController, in parent: HeadlessViewController) {
    parent.addChild(child)
    parent.view.addSubview(child.view)
    child.didMove(toParent: parent)
  }

  private var all: [HeadlessViewController] { windows.flatMap { NaiveHierarchy($0).controllers } }

  private func any<Controller: HeadlessViewController>(
    _ type: Controller.Type = Controller.self
  ) -> Controller? {
    let candidates = all.compactMap { $0 as? Controller }
    return candidates.isEmpty ? nil : candidates[random.next(below: candidates.count)]
  }

  private func name(_ controller: HeadlessViewController) -> String {
    controller.restorationIdentifier ?? "?"
  }

  private func note(_ kind: String, _ line: String) {
    counts[kind, default: 0] += 1
    log.append(line)
  }

  // MARK: Moves

  /// Returns a new controller, or a known one, alone or wrapped in a new container.
  private func newOrKnown() -> HeadlessViewController {
    guard random.happens(percent: 45), let known = any() else { return make() }
    let isWrapped = random.happens(percent: 50)
    let what = isWrapped ? "a new container of \(name(known))" : name(known)
    note(isWrapped ? "wrap" : "steal", "  with \(what)")
    return isWrapped ? make(around: known) : known
  }

  private func move() {
    let isAnimated = random.happens(percent: 30)
    switch random.next(below: 24) {
    case 0..<3:
      guard let stack: HeadlessNavigationController = any() else { return }
      note("push", "push on \(name(stack))")
      stack.pushViewController(newOrKnown(), animated: isAnimated)
    case 3:
      guard let stack: HeadlessNavigationController = any() else { return }
      note("pop", "pop \(name(stack))")
      stack.popViewController(animated: isAnimated)
    case 4, 5: setEntries(isAnimated)
    case 6..<9:
      guard let presenter = any() else { return }
      note("present", "present on \(name(presenter))")
      let modal = newOrKnown()
      let styles = HeadlessModalPresentationStyle.allCases
      // A presented controller keeps its style, as on a device.
      if modal.presentingViewController == nil || modal.parent != nil {
        modal.modalPresentationStyle = styles[random.next(below: styles.count)]
      }
      if modal.presentingViewController == nil, modal.parent == nil {
        modal.presentationController?.delegate = random.happens(percent: 30) ? adapting : nil
      }
      presenter.present(modal, animated: isAnimated)
    case 9, 10:
      guard let presenter = any() else { return }
      note("dismiss", "dismiss \(name(presenter))")
      presenter.dismiss(animated: isAnimated)
    case 11, 12: promote()
    case 13..<15:
      guard let pages: HeadlessPageViewController = any() else { return }
      note("pages", "turn \(name(pages))")
      pages.setViewControllers([page(for: pages)], direction: .forward, animated: isAnimated)
    case 15:
      guard let tabs: HeadlessTabBarController = any(), let count = tabs.viewControllers?.count
      else { return }
      note("select", "select in \(name(tabs))")
      tabs.selectedIndex = random.next(below: count)
    case 16, 17: changeSplit()
    case 18, 19:
      guard let parent = any(), type(of: parent) == HeadlessViewController.self else { return }
      note("embed", "embed in \(name(parent))")
      embed(newOrKnown(), in: parent)
    case 20:
      guard let child = any(), let parent = child.parent else { return }
      note("remove", "remove \(name(child)) from \(name(parent))")
      child.willMove(toParent: nil)
      child.viewIfLoaded?.removeFromSuperview()
      child.removeFromParent()
    case 21: wrapInPlace()
    case 22: cycle()
    default:
      guard random.happens(percent: 20) else { return }
      let window = windows[random.next(below: 2)]
      note("root", "set the root of a window")
      window.rootViewController = newOrKnown()
    }
  }

  private func setEntries(_ isAnimated: Bool) {
    if let stack: HeadlessNavigationController = any(), random.happens(percent: 60) {
      note("set", "set \(name(stack))")
      stack.setViewControllers(entries(from: stack.viewControllers), animated: isAnimated)
    } else if let tabs: HeadlessTabBarController = any() {
      note("set tabs", "set the tabs of \(name(tabs))")
      tabs.setViewControllers(entries(from: tabs.viewControllers ?? []), animated: isAnimated)
    }
  }

  private func entries(from old: [HeadlessViewController]) -> [HeadlessViewController] {
    var entries = old.filter { _ in random.happens(percent: 70) }
    if random.happens(percent: 40) { entries.shuffle(using: &random) }
    if let index = entries.indices.randomElement(using: &random), random.happens(percent: 30) {
      note("wrap", "  with a new container of \(name(entries[index]))")
      entries[index] = make(around: entries[index])
    }
    if entries.isEmpty || random.happens(percent: 40) {
      let new = newOrKnown()
      if !entries.contains(where: { $0 === new }) { entries.append(new) }
    }
    return entries
  }

  /// Dismisses a modal and pushes it onto a stack in one transition.
  private func promote() {
    let modals = all.filter { $0.presentingViewController != nil && $0.parent == nil }
    guard let modal = modals.randomElement(using: &random),
      let presenter = modal.presentingViewController,
      let stack: HeadlessNavigationController = any()
    else { return }
    note("promote", "dismiss \(name(modal)) and push it on \(name(stack))")
    let store = stores[random.next(below: 2)]
    store.scheduler.schedule("promote") { _ in
      presenter.dismiss(animated: false)
      stack.pushViewController(modal, animated: false)
      return .started
    }
  }

  /// Returns a known page, a wrapped one, or a new one.
  private func page(for pages: HeadlessPageViewController) -> HeadlessViewController {
    let known = pages.lifecycle.children.compactMap { $0.element as? HeadlessViewController }
    guard let page = known.randomElement(using: &random), random.happens(percent: 60) else {
      return newOrKnown()
    }
    guard random.happens(percent: 40) else { return page }
    note("wrap", "  with a new container of \(name(page))")
    return make(around: page)
  }

  private func changeSplit() {
    guard let split: HeadlessSplitViewController = any() else { return }
    note("split", "change \(name(split))")
    switch random.next(below: 5) {
    case 0: split.collapse()
    case 1: split.expand()
    case 2: split.hide(.primary)
    case 3: split.show(.primary)
    default:
      split.setViewController(
        newOrKnown(), for: random.happens(percent: 50) ? .primary : .secondary)
    }
  }

  /// Wraps a known controller in a new container at its position.
  private func wrapInPlace() {
    guard let inner = any() else { return }
    note("wrap in place", "wrap \(name(inner)) where it is")
    if let stack = inner.parent as? HeadlessNavigationController {
      let entries = stack.viewControllers
      let wrapped = make(around: inner)
      stack.setViewControllers(entries.map { $0 === inner ? wrapped : $0 }, animated: false)
    } else if let window = windows.first(where: { $0.rootViewController === inner }) {
      stores[0].scheduler.schedule("wrap") { [self] _ in
        window.rootViewController = nil
        window.rootViewController = make(around: inner)
        return .started
      }
    }
  }

  /// Puts a presenter into its modal, which is impossible.
  private func cycle() {
    let modals = all.filter { $0.presentingViewController != nil && $0.parent == nil }
    guard let modal = modals.randomElement(using: &random),
      let presenter = modal.presentingViewController
    else { return }
    note("cycle", "put \(name(presenter)) into \(name(modal))")
    if let stack = modal as? HeadlessNavigationController, random.happens(percent: 60) {
      stack.pushViewController(presenter, animated: false)
    } else if let tabs = modal as? HeadlessTabBarController {
      tabs.setViewControllers([presenter], animated: false)
    } else {
      modal.addChild(presenter)
    }
  }
}

/// The last event that a controller received.
@MainActor
private final class ScreenHistory {
  enum State { case unknown, visible, hidden, dismissed }

  private(set) weak var controller: HeadlessViewController?
  private(set) var state = State.unknown
  var subscription: Cancellation?

  init(_ controller: HeadlessViewController) { self.controller = controller }

  func take(_ event: PresentationEvent) {
    state =
      switch event {
      case .visible(let isVisible): isVisible ? .visible : .hidden
      case .dismissed: .dismissed
      }
  }
}

/// A delegate that adapts each presentation to the full screen.
@MainActor
private final class FullScreenDelegate: HeadlessAdaptivePresentationControllerDelegate {
  func adaptivePresentationStyle(
    for controller: HeadlessPresentationController
  ) -> HeadlessModalPresentationStyle { .fullScreen }
}

import NavigationRuntime
import TestSupport

/// Code and user, with random moves in a window.
///
/// Controllers are found through the window and never retained, so that removed ones are released.
@MainActor
final class RandomWalker {
  let world: HeadlessWorld
  /// The windows of the app, and the store of each.
  let windows: [(window: HeadlessWindow, store: NavigationStore)]
  let counter = LiveCounter()
  let delegate = WatchedDelegate()
  var random: SeededGenerator
  var gestures: [HeadlessGesture] = []
  /// The number of answers to each request.
  private(set) var answers: [Int] = []
  private(set) var tasks: [Task<Void, Never>] = []
  /// The latest moves, for failure messages.
  var log: [String] = []
  private var depth = 0
  private var observations: [Cancellation] = []
  /// The number of callbacks that navigated.
  private(set) var callbackCount = 0

  /// - Parameters:
  ///   - seed: The seed of all random choices.
  ///   - mode: The mode of the platform's transitions.
  ///   - navigatesInCallbacks: Whether callbacks of screens and observers of the tree navigate.
  ///   - windowCount: The number of windows, among which controllers move.
  init(
    seed: UInt64, mode: HeadlessPlatform.TransitionMode, navigatesInCallbacks: Bool,
    windowCount: Int
  ) {
    random = SeededGenerator(seed: seed)
    world = HeadlessWorld(
      mode, endsLate: true, configuration: .init(watchdogInterval: 1_000_000))
    var windows = [(world.window, world.store)]
    while windows.count < windowCount {
      let window = HeadlessWindow(platform: world.platform)
      window.makeKeyAndVisible()
      windows.append((window, world.context.store(for: window)))
    }
    self.windows = windows
    for (window, _) in windows { window.rootViewController = CountedTabs(counter: counter) }
    guard navigatesInCallbacks else { return }
    counter.onCallback = { [weak self] in self?.navigateInCallback() }
    observations = windows.map { _, store in
      store.onChange { [weak self] _ in self?.navigateInCallback() }
    }
  }

  private var anyWindow: HeadlessWindow {
    windows.count == 1 ? world.window : windows[random.next(below: windows.count)].window
  }

  /// Ends the navigation in callbacks.
  func stopNavigatingInCallbacks() {
    counter.onCallback = nil
    observations = []
  }

  /// Does something without navigation in callbacks, such as a look at the tree, which may publish
  /// changes.
  func withoutCallbacks<Result>(_ body: () throws -> Result) rethrows -> Result {
    let old = depth
    depth = 2
    defer { depth = old }
    return try body()
  }

  private func navigateInCallback() {
    guard depth < 2, random.happens(percent: 8) else { return }
    depth += 1
    callbackCount += 1
    log.append("in a callback:")
    if random.happens(percent: 50) { request() } else { callDirectly() }
    depth -= 1
  }

  func step() {
    delegate.join(all)
    let action = random.next(below: 100)
    switch action {
    case 0..<30: request()
    case 30..<52: callDirectly()
    case 52..<80: actAsUser()
    case 80..<88: endGesture()
    case 88..<92: world.platform.layOut()
    default: world.platform.completeTransition()
    }
    if log.count > 40 { log.removeFirst(log.count - 40) }
  }

  var isInTransition: Bool { windows.contains { $0.store.isInTransition() } }

  /// Ends all gestures and transitions.
  func settle() {
    for (window, _) in windows where window.isHidden { window.makeKeyAndVisible() }
    for gesture in gestures {
      if random.happens(percent: 50) { gesture.finish() } else { gesture.cancel() }
    }
    gestures = []
    world.platform.completeAllTransitions()
    delegate.join(all)
  }

  // MARK: Controllers

  var all: [HeadlessViewController] {
    var found: [HeadlessViewController] = []
    for case let root? in windows.map(\.window.rootViewController) { collect(root, into: &found) }
    return found
  }

  private func collect(
    _ controller: HeadlessViewController, into found: inout [HeadlessViewController]
  ) {
    found.append(controller)
    for child in controller.children { collect(child, into: &found) }
    if let presented = controller.presentedViewController,
      presented.presentingViewController === controller
    {
      collect(presented, into: &found)
    }
  }

  func any<Controller: HeadlessViewController>(
    _ type: Controller.Type = Controller.self
  ) -> Controller? {
    let candidates = all.compactMap { $0 as? Controller }
    return candidates.isEmpty ? nil : candidates[random.next(below: candidates.count)]
  }

  /// Returns a new controller, mostly a small one, so that the tree does not grow endlessly.
  private func make(growing: Bool = true) -> HeadlessViewController {
    guard growing, all.count < 60 else { return CountedScreen(counter: counter) }
    switch random.next(below: 12) {
    case 0: return CountedTabs(counter: counter)
    case 1: return CountedPages(counter: counter)
    case 2: return CountedSplit(counter: counter)
    case 3, 4: return CountedStack(counter: counter)
    default: return CountedScreen(counter: counter)
    }
  }

  /// Returns mostly a new controller, sometimes one that is already on screen, which is bad input.
  private func makeOrTake() -> HeadlessViewController {
    if random.happens(percent: 6), let taken: HeadlessViewController = any() { return taken }
    return make()
  }

  private func pushable() -> HeadlessViewController {
    let made = makeOrTake()
    return made is HeadlessNavigationController && random.happens(percent: 90)
      ? CountedScreen(counter: counter) : made
  }

  /// Returns a controller to present, sometimes an alert with handlers that navigate.
  private func presentable() -> HeadlessViewController {
    guard random.happens(percent: 20) else { return style(makeOrTake()) }
    let isActionSheet = random.happens(percent: 40)
    let alert = CountedAlert(counter: counter, isActionSheet ? .actionSheet : .alert)
    for style in [HeadlessAlertAction.Style.default, .cancel] {
      alert.addAction(
        HeadlessAlertAction(title: "\(style)", style: style) { [weak self] _ in
          guard let self else { return }
          log.append("in the handler of a button:")
          if random.happens(percent: 50) { request() } else { callDirectly() }
        })
    }
    // In a popover where there is room.
    if isActionSheet, random.happens(percent: 60) { alert.modalPresentationStyle = .popover }
    return alert
  }

  private func style(_ controller: HeadlessViewController) -> HeadlessViewController {
    let styles: [HeadlessModalPresentationStyle] = [
      .automatic, .fullScreen, .pageSheet, .formSheet, .currentContext, .overFullScreen,
      .overCurrentContext, .popover,
    ]
    controller.modalPresentationStyle = styles[random.next(below: styles.count)]
    controller.definesPresentationContext = random.happens(percent: 30)
    controller.isModalInPresentation = random.happens(percent: 8)
    return controller
  }

  // MARK: Requests

  private func request() {
    guard let operation = anyOperation() else { return }
    log.append("request \(operation.0) on \(operation.1.navigationRuntimeName)")
    let number = answers.count
    answers.append(0)
    let handle = world.context.request(
      operation.0, on: operation.1, animated: random.happens(percent: 60),
      coalescing: random.happens(percent: 10) ? "key" : nil)
    if random.happens(percent: 50) {
      handle.onEnd { [weak self] _ in self?.answers[number] += 1 }
    } else {
      tasks.append(
        Task { [weak self] in
          _ = await handle.value()
          self?.answers[number] += 1
        })
    }
    if random.happens(percent: 5) { handle.cancel() }
  }

  private func anyOperation() -> (NavigationOperation, any NavigationContainer)? {
    if random.happens(percent: 1) { return (.setRoot(make()), anyWindow) }
    switch random.next(below: 20) {
    case 0..<6: return any(HeadlessNavigationController.self).map { (.push(pushable()), $0) }
    case 6..<9: return any(HeadlessNavigationController.self).map { (.pop, $0) }
    case 9:
      guard let stack: HeadlessNavigationController = any(), !stack.viewControllers.isEmpty
      else { return nil }
      let index = random.next(below: stack.viewControllers.count)
      return (.popTo(stack.viewControllers[index]), stack)
    case 10, 11:
      guard let stack: HeadlessNavigationController = any() else { return nil }
      return (.setStack(newStack(from: stack.viewControllers)), stack)
    case 12..<15: return any().map { (.present(presentable()), $0) }
    case 15..<17: return any().map { (.dismiss, $0) }
    case 17: return any(HeadlessTabBarController.self).map { (.select(random.next(below: 4)), $0) }
    case 18:
      guard let tabs: HeadlessTabBarController = any() else { return nil }
      return (.setTabs(newStack(from: tabs.viewControllers ?? [])), tabs)
    default:
      return any(HeadlessPageViewController.self).map { (.select(random.next(below: 3)), $0) }
    }
  }

  /// Returns some of the old entries, sometimes in another order, and some new ones.
  private func newStack(from old: [HeadlessViewController]) -> [HeadlessViewController] {
    var entries = old.filter { _ in random.happens(percent: 70) }
    if random.happens(percent: 30) { entries.shuffle(using: &random) }
    if random.happens(percent: 60) {
      let index = random.next(below: entries.count + 1)
      entries.insert(CountedScreen(counter: counter), at: index)
    }
    if random.happens(percent: 4), let twice = entries.first { entries.append(twice) }
    if entries.isEmpty { entries.append(CountedScreen(counter: counter)) }
    return entries
  }

  // MARK: Direct calls, without the runtime

  private func callDirectly() {
    let isAnimated = random.happens(percent: 50)
    switch random.next(below: 24) {
    case 0..<5:
      guard let stack: HeadlessNavigationController = any() else { return }
      log.append("push on \(name(stack))")
      stack.pushViewController(pushable(), animated: isAnimated)
    case 5..<7:
      guard let stack: HeadlessNavigationController = any() else { return }
      log.append("pop \(name(stack))")
      stack.popViewController(animated: isAnimated)
    case 7:
      guard let stack: HeadlessNavigationController = any() else { return }
      log.append("pop to root \(name(stack))")
      stack.popToRootViewController(animated: isAnimated)
    case 8, 9:
      guard let stack: HeadlessNavigationController = any() else { return }
      log.append("set \(name(stack))")
      stack.setViewControllers(newStack(from: stack.viewControllers), animated: isAnimated)
    case 10, 11:
      guard let presenter = any() else { return }
      log.append("present on \(name(presenter))")
      presenter.present(presentable(), animated: isAnimated)
    case 12:
      guard let presenter = any() else { return }
      log.append("dismiss \(name(presenter))")
      presenter.dismiss(animated: isAnimated)
    case 13:
      guard let tabs: HeadlessTabBarController = any() else { return }
      log.append("select in \(name(tabs))")
      tabs.selectedIndex = random.next(below: 3)
    case 14:
      guard let tabs: HeadlessTabBarController = any() else { return }
      log.append("set tabs \(name(tabs))")
      tabs.setViewControllers(newStack(from: tabs.viewControllers ?? []), animated: isAnimated)
    case 15:
      guard let screen: CountedScreen = any() else { return }
      log.append("add child to \(name(screen))")
      let child = makeOrTake()
      screen.addChild(child)
      guard child.parent === screen else { return }
      if random.happens(percent: 50) { screen.view.addSubview(child.view) }
      child.didMove(toParent: screen)
    case 16:
      guard let screen: CountedScreen = any(), let child = screen.children.first else { return }
      log.append("remove child of \(name(screen))")
      child.willMove(toParent: nil)
      if random.happens(percent: 50) { child.viewIfLoaded?.removeFromSuperview() }
      child.removeFromParent()
    case 17:
      guard let split: HeadlessSplitViewController = any() else { return }
      log.append("\(split.isCollapsed ? "expand" : "collapse") \(name(split))")
      if split.isCollapsed { split.expand() } else { split.collapse() }
    case 18:
      guard let split: HeadlessSplitViewController = any() else { return }
      log.append("set column of \(name(split))")
      let column = HeadlessSplitViewController.Column.secondary
      split.setViewController(
        random.happens(percent: 80) ? CountedStack(counter: counter) : makeOrTake(), for: column)
    case 19:
      guard let split: HeadlessSplitViewController = any() else { return }
      let column: HeadlessSplitViewController.Column =
        random.happens(percent: 50) ? .primary : .secondary
      let isShown = random.happens(percent: 60)
      log.append("\(isShown ? "show" : "hide") \(column) of \(name(split))")
      if isShown { split.show(column) } else { split.hide(column) }
    case 20, 21:
      guard let pages: HeadlessPageViewController = any() else { return }
      log.append("set page of \(name(pages))")
      pages.setViewControllers([makeOrTake()], direction: .forward, animated: isAnimated)
    case 22:
      // Hidden for a short time only: nothing can be presented meanwhile.
      let window = anyWindow
      guard window.isHidden || random.happens(percent: 10) else { return }
      log.append(window.isHidden ? "show a window" : "hide a window")
      if window.isHidden { window.makeKeyAndVisible() } else { window.isHidden = true }
    default:
      guard random.happens(percent: 8) else { return }
      log.append("set root")
      anyWindow.rootViewController =
        random.happens(percent: 60) ? CountedTabs(counter: counter) : make()
    }
  }

  func name(_ controller: HeadlessViewController) -> String {
    controller.restorationIdentifier ?? "?"
  }
}

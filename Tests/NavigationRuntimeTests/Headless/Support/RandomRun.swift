import Dispatch
import NavigationRuntime
import TestSupport

/// One random sequence of operations by code and user, with the rules that must hold after each.
@MainActor
final class RandomRun {
  let platform: HeadlessPlatform
  let window: HeadlessWindow
  private var history: [String] = []
  private let census = BalancedController.Census()
  private let observer = BracketObserver()
  private let pages = Pages()
  private var generator: SeededGenerator
  private var gesture: HeadlessGesture?
  private var depth = 0
  private var splits: [HeadlessSplitViewController] = []
  private var placements: [Placement] = []
  private let movesControllers: Bool

  /// When transitions end.
  enum Ending: CaseIterable {
    /// Before their call returns.
    case immediate
    /// When the run says so.
    case manual
    /// Turns of the main queue after their call.
    case late
  }

  /// A child's view that the run has added to its parent's.
  @MainActor
  private struct Placement {
    weak var child: HeadlessViewController?
    weak var parent: HeadlessViewController?
    weak var view: HeadlessView?

    init(_ child: HeadlessViewController, in parent: HeadlessViewController) {
      self.child = child
      self.parent = parent
      view = child.view
    }

    /// Whether the view is still there, although the child has left the parent or is gone.
    ///
    /// A modal over the parent's contents has its view there as well.
    var isLeftBehind: Bool {
      guard let view, let parent, child?.parent !== parent,
        let superview = view.superview, superview === parent.viewIfLoaded
      else { return false }
      return child?.parent != nil || child?.presentingViewController == nil
    }
  }

  /// Makes an endless number of pages.
  final class Pages: HeadlessPageViewControllerDataSource {
    var make: (() -> HeadlessViewController)?

    func pageViewController(
      _ pageViewController: HeadlessPageViewController,
      viewControllerBefore viewController: HeadlessViewController
    ) -> HeadlessViewController? { make?() }

    func pageViewController(
      _ pageViewController: HeadlessPageViewController,
      viewControllerAfter viewController: HeadlessViewController
    ) -> HeadlessViewController? { make?() }
  }

  /// Makes a run, which shows the first root.
  ///
  /// - Parameters:
  ///   - seed: The seed of all random choices.
  ///   - ending: When transitions end.
  ///   - navigatesInCallbacks: Whether callbacks perform operations of their own.
  ///   - movesControllers: Whether operations use controllers that are elsewhere already.
  init(
    seed: UInt64, ending: Ending, navigatesInCallbacks: Bool, movesControllers: Bool
  ) {
    generator = SeededGenerator(seed: seed)
    self.movesControllers = movesControllers
    platform = HeadlessPlatform(
      transitionMode: ending == .manual ? .manual : .immediate, onReport: { _ in })
    platform.endsTransitionsLate = ending == .late
    window = HeadlessWindow(platform: platform)
    window.rootViewController = make(depth: 2)
    window.makeKeyAndVisible()
    platform.completeAllTransitions()
    pages.make = { [unowned self] in leaf() }
    guard navigatesInCallbacks else { return }
    census.onCallback = { [unowned self] controller in
      guard depth < 3, chance(6) else { return }
      depth += 1
      operate(on: controller)
      depth -= 1
    }
  }

  /// The last operations.
  var recentHistory: ArraySlice<String> { history.suffix(16) }

  /// Performs steps in turns of the main queue, up to the first after which a rule does not hold,
  /// and then removes everything.
  ///
  /// A step follows the turns that the platform has asked for before, and so a seed repeats its run.
  ///
  /// - Returns: Violations, and controllers that are not released.
  func violations(in steps: Int) async -> [String] {
    await withCheckedContinuation { continuation in
      takeTurns(steps) { continuation.resume(returning: $0) }
    }
  }

  private func takeTurns(
    _ count: Int, then end: @escaping @MainActor @Sendable ([String]) -> Void
  ) {
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        for _ in 0...self.number(3) {
          self.step()
          let violations = self.violations
          if !violations.isEmpty {
            self.census.onCallback = nil
            return end(violations)
          }
        }
        if count <= 1 { return end(self.finish()) }
        self.takeTurns(count - 1, then: end)
      }
    }
  }

  private func step() {
    defer { removeViewsLeftBehind() }
    if let gesture, chance(2) {
      note("gesture ends")
      self.gesture = nil
      _ = chance(2) ? gesture.finish() : gesture.cancel()
    } else if chance(4) {
      note("layOut")
      platform.layOut()
    } else if chance(3) {
      note("complete")
      platform.completeTransition()
    } else if let controller = pick(everything) {
      operate(on: controller)
    }
  }

  /// Removes the views of children that have left their parents, as an app does.
  ///
  /// A parent that places no views keeps that of a child which it removes or another container
  /// takes, and a callback may cause that in the middle of any operation.
  private func removeViewsLeftBehind() {
    while let placement = placements.first(where: \.isLeftBehind) {
      placement.view?.removeFromSuperview()
    }
  }

  /// Ends all transitions, removes the root, and returns violations and living controllers.
  private func finish() -> [String] {
    census.onCallback = nil
    gesture = nil
    platform.completeAllTransitions()
    removeViewsLeftBehind()
    var result = violations + settledViolations
    window.rootViewController = nil
    platform.completeAllTransitions()
    // A collapsed split that has moved into a controller of its own hidden column is a cycle.
    for split in splits {
      for column in HeadlessSplitViewController.Column.allCases {
        split.setViewController(nil, for: column)
      }
    }
    splits = []
    let living = census.livingControllers
    if !living.isEmpty { result.append("\(living.count) controllers are still alive") }
    if observer.open != 0 { result.append("\(observer.open) brackets are still open") }
    return result
  }

  private var violations: [String] {
    var result = census.violations + observer.violations
    for controller in everything {
      for child in controller.children where child.parent !== controller {
        let parent = child.parent.map { "a \(type(of: $0))" } ?? "nothing"
        result.append("a \(type(of: controller)) lists a \(type(of: child)) of \(parent)")
      }
      if let parent = controller.parent, !parent.children.contains(where: { $0 === controller }),
        platform.pendingTransitions.isEmpty
      {
        result.append("a parent lacks its child")
      }
      if let presented = controller.presentedViewController,
        presented.presentingViewController == nil
      {
        result.append("a presented controller lacks its presenter")
      }
    }
    if platform.pendingTransitions.isEmpty { result += settledViolations }
    return result
  }

  private var settledViolations: [String] {
    var result: [String] = []
    if observer.open != 0 { result.append("\(observer.open) brackets are open, nothing runs") }
    for controller in census.livingControllers {
      let isInWindow = controller.viewIfLoaded?.window != nil
      if isInWindow != controller.isAppeared {
        result.append("appeared: \(controller.isAppeared), in a window: \(isInWindow)")
      }
      if !controller.isSettled { result.append("a did-callback is missing") }
    }
    for container in everything where container.viewIfLoaded?.window != nil {
      for child in shownChildren(of: container)
      where child.presentedViewController == nil && child.viewIfLoaded?.window == nil {
        result.append("a shown \(type(of: container)) does not show its \(type(of: child))")
      }
    }
    return result
  }

  /// The children whose views a container on the screen shows, unless something covers them.
  private func shownChildren(of container: HeadlessViewController) -> [HeadlessViewController] {
    switch container {
    case let stack as HeadlessNavigationController: [stack.topViewController].compactMap { $0 }
    case let tabs as HeadlessTabBarController: [tabs.selectedViewController].compactMap { $0 }
    case let page as HeadlessPageViewController: page.viewControllers ?? []
    case let split as HeadlessSplitViewController where split.isCollapsed: split.children
    default: []
    }
  }

  private func operate(on controller: HeadlessViewController) {
    switch controller {
    case let stack as HeadlessNavigationController where !chance(4): operate(on: stack)
    case let tabs as HeadlessTabBarController where !chance(4): operate(on: tabs)
    case let page as HeadlessPageViewController where !chance(4): operate(on: page)
    case let split as HeadlessSplitViewController where !chance(4): operate(on: split)
    default: operateModally(on: controller)
    }
  }

  private func operate(on stack: HeadlessNavigationController) {
    switch number(8) {
    case 0, 1:
      note("push")
      stack.pushViewController(leafOrMoved(), animated: chance(2))
    case 2:
      note("pop")
      stack.popViewController(animated: chance(2))
    case 3:
      note("pop to")
      if let target = pick(stack.viewControllers) {
        stack.popToViewController(target, animated: chance(2))
      }
    case 4:
      note("set stack")
      let kept = stack.viewControllers.filter { _ in chance(2) }
      stack.setViewControllers(
        (kept + [leafOrMoved()]).shuffled(using: &generator), animated: chance(2))
    case 5:
      note("back")
      stack.userDidTapBack()
    case 6:
      note("swipe")
      gesture = stack.userDidBeginEdgeSwipe() ?? gesture
    default:
      note("push twice")
      if let present = stack.viewControllers.first {
        stack.pushViewController(present, animated: true)
      }
    }
  }

  private func operate(on tabs: HeadlessTabBarController) {
    let count = tabs.viewControllers?.count ?? 0
    switch number(4) {
    case 0:
      note("select")
      tabs.selectedIndex = number(count + 1)
    case 1:
      note("tap tab")
      tabs.userDidTapTab(at: number(count + 1))
    default:
      note("set tabs")
      let kept = (tabs.viewControllers ?? []).filter { _ in !chance(3) }
      tabs.setViewControllers(kept + [moved() ?? make(depth: 1)], animated: false)
    }
  }

  private func operate(on page: HeadlessPageViewController) {
    switch number(3) {
    case 0:
      note("set page")
      page.setViewControllers([leafOrMoved()], direction: .forward, animated: chance(2))
    case 1:
      note("turn page")
      page.userDidTurnPage(.forward)
    default:
      note("begin turning")
      gesture = page.userDidBeginTurningPage(.reverse) ?? gesture
    }
  }

  private func operate(on split: HeadlessSplitViewController) {
    let column = HeadlessSplitViewController.Column.allCases[number(3)]
    switch number(6) {
    case 0:
      note("collapse")
      split.collapse()
    case 1:
      note("expand")
      split.expand()
    case 2:
      note("set column")
      split.setViewController(moved() ?? make(depth: 1), for: column)
    case 3:
      note("show column")
      split.show(column)
    case 4:
      note("hide column")
      split.hide(column)
    default:
      note("show detail")
      split.showDetailViewController(leafOrMoved(), sender: nil)
    }
  }

  private func operateModally(on controller: HeadlessViewController) {
    switch number(12) {
    case 0, 1, 2:
      note("present")
      let presented = moved() ?? make(depth: 1)
      let styles = HeadlessModalPresentationStyle.allCases
      presented.modalPresentationStyle = styles[number(styles.count)]
      controller.present(presented, animated: chance(2))
    case 3, 4:
      note("dismiss")
      controller.dismiss(animated: chance(2))
    case 5:
      note("pull down")
      controller.userDidPullDown()
    case 6:
      note("begin pulling")
      gesture = controller.userDidBeginPullDown() ?? gesture
    case 7:
      note("tap outside")
      controller.userDidTapOutside()
    case 8, 9:
      note("add child")
      guard controller is BalancedController else { return }
      let child = leafOrMoved()
      controller.addChild(child)
      guard child.parent === controller else { return }
      if chance(2) {
        placements.append(Placement(child, in: controller))
        controller.view.addSubview(child.view)
      }
      child.didMove(toParent: controller)
    case 10:
      note("remove child")
      guard let child = controller.children.last, controller is BalancedController else { return }
      child.willMove(toParent: nil)
      if chance(2) { child.viewIfLoaded?.removeFromSuperview() }
      child.removeFromParent()
    default:
      switch number(8) {
      case 0, 1:
        note("set root")
        window.rootViewController = moved() ?? make(depth: 2)
      case 2:
        note("hide window")
        window.isHidden = true
      default: window.isHidden = false
      }
    }
  }

  private func leafOrMoved() -> HeadlessViewController {
    moved() ?? leaf()
  }

  /// A controller that is elsewhere already, or has left the window; in some operations only.
  private func moved() -> HeadlessViewController? {
    guard movesControllers, chance(3) else { return nil }
    return pick(chance(2) ? census.livingControllers : everything)
  }

  private func leaf() -> HeadlessViewController {
    let controller = census.make()
    controller.hierarchyObserver = observer
    controller.platform = platform
    return controller
  }

  private func make(depth: Int) -> HeadlessViewController {
    let container = number(depth == 0 ? 1 : 6)
    let result: HeadlessViewController
    switch container {
    case 1, 2:
      let stack = HeadlessNavigationController()
      stack.viewControllers = (0...number(3)).map { _ in leaf() }
      result = stack
    case 3:
      let tabs = HeadlessTabBarController()
      tabs.viewControllers = (0...number(3)).map { _ in make(depth: depth - 1) }
      result = tabs
    case 4:
      let page = HeadlessPageViewController(
        transitionStyle: .scroll, navigationOrientation: .horizontal)
      page.dataSource = pages
      page.setViewControllers([leaf()], direction: .forward, animated: false)
      result = page
    case 5:
      let split = HeadlessSplitViewController(style: .doubleColumn)
      split.viewControllers = (0...1).map { _ in make(depth: depth - 1) }
      splits.append(split)
      result = split
    default:
      return leaf()
    }
    result.hierarchyObserver = observer
    result.platform = platform
    return result
  }

  /// All controllers in the window, contained or presented.
  private var everything: [HeadlessViewController] {
    var result: [HeadlessViewController] = []
    var open = [window.rootViewController].compactMap { $0 }
    while let next = open.popLast() {
      if result.contains(where: { $0 === next }) { continue }
      result.append(next)
      open += next.children
      if let presented = next.presentedViewController { open.append(presented) }
    }
    return result
  }

  private func note(_ operation: String) {
    history.append(String(repeating: ">", count: depth) + operation)
  }

  private func number(_ upperBound: Int) -> Int {
    Int.random(in: 0..<upperBound, using: &generator)
  }

  private func chance(_ oneIn: Int) -> Bool {
    number(oneIn) == 0
  }

  private func pick(_ controllers: [HeadlessViewController]) -> HeadlessViewController? {
    controllers.randomElement(using: &generator)
  }
}

import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing
import UIKit

/// Pages of which UIKit lists others than the shown one, and which record the directions of turns.
@MainActor
private final class ListedPages: UIPageViewController {
  /// The page beside the first one, as with the spine in the middle.
  var second: UIViewController?
  /// The page that is listed although another one is shown.
  var listed: UIViewController?
  private(set) var directions: [NavigationDirection] = []

  override var viewControllers: [UIViewController]? {
    (listed.map { [$0] } ?? super.viewControllers ?? []) + (second.map { [$0] } ?? [])
  }

  override func setViewControllers(
    _ viewControllers: [HeadlessViewController]?, direction: NavigationDirection, animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    directions.append(direction)
    super.setViewControllers(
      viewControllers, direction: direction, animated: animated, completion: completion)
  }
}

@MainActor
@Suite("UIKit's page controller")
struct UIKitPageTests {
  private let pages = ListedPages(
    transitionStyle: .scroll, navigationOrientation: .horizontal, options: nil)
  private let one = screen("One")
  private let two = screen("Two")

  private func show(_ page: UIViewController, endsLate: Bool = false) async -> HeadlessWorld {
    pages.setViewControllers([page], direction: .forward, animated: false)
    let world = HeadlessWorld(endsLate: endsLate, root: pages)
    await world.endTransitions()
    return world
  }

  @Test("Ends no flow in the next page if the user takes a swipe back", arguments: [true, false])
  func cancelledSwipe(endsLate: Bool) async {
    let source = ListOfPages([one, two])
    pages.dataSource = source
    let world = await show(one, endsLate: endsLate)
    let coordination = CoordinatorWorld(context: world.context)
    let (main, child, model) = (ScriptedFlow(root: pages), ScriptedFlow(root: two), TestStepper())
    main.onNavigate = { _ in .one(.contribute(presentable: child, stepper: model)) }
    coordination.coordinator.coordinate(flow: main, with: OneStepper(TestStep.start))
    await coordination.coordinator.settled()
    let log = EventLog(two)
    let swipe = pages.userDidBeginTurningPage(.forward)
    #expect(swipe != nil)
    await letOthersRun()
    swipe?.cancel()
    await world.endTransitions()
    #expect(log.lines == [])
    #expect(world.store.tree.visibleLeaf.name == "One")
    #expect(pages.userDidTurnPage(.forward))
    await world.endTransitions()
    model.send(.number(1))
    await coordination.coordinator.settled()
    #expect(child.handled == [.number(1)])
    #expect(coordination.issueCodes == [])
    #expect(world.issues.isEmpty)
    withExtendedLifetime(source) {}
  }

  @Test("Dismisses no page that is its child, and not listed, at a callback")
  func preparedPage() async {
    pages.listed = one
    let world = await show(two)
    let log = EventLog(two)
    #expect(two.parent === pages)
    two.lifecycle.uiKitPositionDidChange()
    world.store.runLoopDidTurn()
    #expect(log.lines == [])
  }

  @Test("Shows two pages, which are both visible, and handle their steps")
  func twoPages() async {
    pages.second = two
    let world = await show(one)
    let log = EventLog(one, two)
    #expect(log.lines == ["One visible", "Two visible"])
    let coordination = CoordinatorWorld(context: world.context)
    let (flow, model) = (ScriptedFlow(root: pages), TestStepper())
    flow.onNavigate = { [two] step in
      step == .start ? .one(.contribute(presentable: two, stepper: model)) : .none
    }
    coordination.coordinator.coordinate(flow: flow, with: OneStepper(TestStep.start))
    await coordination.coordinator.settled()
    model.send(.number(1))
    await coordination.coordinator.settled()
    #expect(flow.handled == [.start, .number(1)])
    #expect(world.store.tree.visibleLeaf.name == "One")
    // Turned to portrait, it shows one.
    pages.second = nil
    world.store.runLoopDidTurn()
    #expect(log.lines == ["One visible", "Two visible", "Two hidden"])
    #expect(world.issues.isEmpty)
  }

  @Test("Turns in the direction in which its data source has the page")
  func direction() async {
    let source = ListOfPages([one, two])
    pages.dataSource = source
    let world = await show(two, endsLate: true)
    #expect(pages.userDidTurnPage(.reverse))
    await world.endTransitions()
    #expect(await world.context.request(.select(0), on: pages).value() == .performed)
    #expect(await world.context.request(.select(1), on: pages).value() == .performed)
    #expect(pages.directions == [.forward, .forward, .reverse])
    #expect(world.store.tree.visibleLeaf.name == "One")
    withExtendedLifetime(source) {}
  }
}

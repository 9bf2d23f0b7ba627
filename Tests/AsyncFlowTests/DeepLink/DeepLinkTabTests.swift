import AsyncFlow
import NavigationRuntime
import TestSupport
import Testing

@MainActor
@Suite("Deep links into another tab")
struct DeepLinkTabTests {
  enum PageStep: Step, Equatable { case list, page(Int), tab }

  /// Pushes, and records whether its stack was visible at that time.
  final class PageFlow: Flow {
    let stack: HeadlessNavigationController
    var root: any Presentable { stack }
    var log: [String] = []
    var isOpen = true
    init(_ stack: HeadlessNavigationController) { self.stack = stack }

    func adapt(step: PageStep) async -> PageStep? { isOpen ? step : nil }

    func navigate(to step: PageStep) async -> FlowContributors {
      log.append("\(step) \(stack.view.window != nil)")
      if step == .tab {
        let child = PageFlow(TestSupport.stack("Child"))
        stack.tabBarController?.viewControllers?.append(child.stack)
        return .one(.contribute(presentable: child, stepper: OneStepper(.page(9))))
      }
      let page = screen("\(step)")
      stack.pushViewController(page, animated: true)
      return .one(.contribute(presentable: page, stepper: DefaultStepper()))
    }
  }

  @MainActor
  final class Tabs {
    let world: HeadlessWorld
    let coordinator: FlowCoordinator
    let bar: HeadlessTabBarController
    let pages: PageFlow

    /// The pages are in the second tab of the third tab.
    init() async {
      pages = PageFlow(stack("Pages"))
      let inner = tabs("Inner", screen("A"), pages.stack)
      bar = tabs("Tabs", screen("B"), screen("C"), inner)
      world = HeadlessWorld(root: bar)
      coordinator = FlowCoordinator(context: world.context)
      coordinator.coordinate(flow: pages, with: OneStepper(PageStep.list))
      await coordinator.settled()
      pages.log = []
    }

    var leaf: String { world.store.tree.visibleLeaf.name }
  }

  @Test("Selects the tab before the flow handles its step, also in nested tabs")
  func selects() async {
    let tabs = await Tabs()
    #expect(tabs.leaf == "B")
    #expect(
      await tabs.coordinator.follow(DeepLinkPlan(steps: [PageStep.page(1)])) == .arrived)
    #expect(tabs.pages.log == ["page(1) true"])
    #expect(tabs.leaf == "page(1)")
    let selections = tabs.world.changes.filter {
      if case .selected = $0.change { true } else { false }
    }
    #expect(
      selections.map { "\($0.cause)" } == ["AsyncFlow: a deep link", "AsyncFlow: a deep link"])
  }

  @Test("Shows an existing screen in another tab without handling its step again")
  func alreadyThere() async {
    let tabs = await Tabs()
    await tabs.coordinator.navigate(to: PageStep.page(1))
    await tabs.coordinator.navigate(to: PageStep.page(2))
    tabs.pages.log = []
    #expect(
      await tabs.coordinator.follow(DeepLinkPlan(steps: [PageStep.page(1)])) == .arrived)
    #expect(tabs.leaf == "page(1)")
    #expect(tabs.pages.log.isEmpty)
  }

  @Test("Shows an existing flow in another tab")
  func flowAlreadyThere() async {
    let tabs = await Tabs()
    await tabs.coordinator.navigate(to: PageStep.tab)
    await tabs.coordinator.settled()
    #expect(tabs.leaf == "B")
    tabs.pages.log = []
    #expect(await tabs.coordinator.follow(DeepLinkPlan(steps: [PageStep.tab])) == .arrived)
    #expect(tabs.leaf == "page(9)")
    #expect(tabs.pages.log.isEmpty)
  }

  @Test("Selecting the selected tab changes nothing")
  func selectedAlready() async {
    let tabs = await Tabs()
    tabs.bar.selectedIndex = 2
    let inner = tabs.bar.selectedViewController as? HeadlessTabBarController
    inner?.selectedIndex = 1
    let count = tabs.world.changes.count
    await tabs.coordinator.follow(DeepLinkPlan(steps: [PageStep.page(1)]))
    #expect(tabs.world.changes.count == count + 1)
  }

  @Test("A link that is cancelled while its tab is being selected delivers no step")
  func cancelled() async {
    let tabs = await Tabs()
    var link: DeepLink?
    let subscription = tabs.world.store.onChange { _ in link?.cancel() }
    link = tabs.coordinator.start(DeepLinkPlan(steps: [PageStep.page(1)]))
    #expect(await link?.value() == .cancelled)
    await tabs.coordinator.settled()
    #expect(tabs.pages.log.isEmpty)
    withExtendedLifetime(subscription) {}
  }
}

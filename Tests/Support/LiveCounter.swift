import NavigationRuntime

/// Counts the living controllers of one test.
@MainActor
public final class LiveCounter {
  /// The number of living controllers.
  public fileprivate(set) var count = 0
  /// Called in each callback of each screen.
  public var onCallback: (() -> Void)?
  private var nextNumber = 0

  /// Makes a counter at 0.
  public init() {}

  /// Returns a name that is unique in this test.
  func takeName(_ prefix: String) -> String {
    nextNumber += 1
    return "\(prefix)\(nextNumber)"
  }
}

/// Raises a counter as long as it lives; a stored property of a counted object.
@MainActor
private final class LifeToken {
  private let counter: LiveCounter

  init(_ counter: LiveCounter) {
    self.counter = counter
    counter.count += 1
  }

  deinit {
    let counter = counter
    onMainActor { counter.count -= 1 }
  }
}

/// A controller that takes the counter of its test.
@MainActor
public protocol CountedController: HeadlessViewController {
  /// Makes one and counts it.
  init(counter: LiveCounter)
}

/// A counted screen, whose callbacks its counter hears.
public final class CountedScreen: HeadlessViewController, CountedController {
  private var token: AnyObject?
  private var counter: LiveCounter?

  /// Makes one and counts it.
  public convenience init(counter: LiveCounter) {
    self.init(nibName: nil, bundle: nil)
    self.counter = counter
    token = LifeToken(counter)
    restorationIdentifier = counter.takeName("screen")
  }

  public override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    counter?.onCallback?()
  }

  public override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    counter?.onCallback?()
  }

  public override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    counter?.onCallback?()
  }

  public override func viewDidDisappear(_ animated: Bool) {
    super.viewDidDisappear(animated)
    counter?.onCallback?()
  }

  public override func didMove(toParent parent: HeadlessViewController?) {
    super.didMove(toParent: parent)
    counter?.onCallback?()
  }
}

/// A counted stack with one screen.
public final class CountedStack: HeadlessNavigationController, CountedController {
  private var token: AnyObject?

  /// Makes one and counts it.
  public convenience init(counter: LiveCounter) {
    self.init(nibName: nil, bundle: nil)
    token = LifeToken(counter)
    restorationIdentifier = counter.takeName("stack")
    viewControllers = [CountedScreen(counter: counter)]
  }
}

/// Counted tabs: two stacks.
public final class CountedTabs: HeadlessTabBarController, CountedController {
  private var token: AnyObject?

  /// Makes one and counts it.
  public convenience init(counter: LiveCounter) {
    self.init(nibName: nil, bundle: nil)
    token = LifeToken(counter)
    restorationIdentifier = counter.takeName("tabs")
    viewControllers = [CountedStack(counter: counter), CountedStack(counter: counter)]
  }
}

/// A counted split with a stack and a screen.
public final class CountedSplit: HeadlessSplitViewController, CountedController {
  private var token: AnyObject?

  /// Makes one and counts it.
  public convenience init(counter: LiveCounter) {
    self.init(nibName: nil, bundle: nil)
    token = LifeToken(counter)
    restorationIdentifier = counter.takeName("split")
    setViewController(CountedStack(counter: counter), for: .primary)
    setViewController(CountedStack(counter: counter), for: .secondary)
  }
}

/// A counted alert or action sheet.
public final class CountedAlert: HeadlessAlertController {
  private var token: AnyObject?

  /// Makes one without buttons and counts it.
  public convenience init(counter: LiveCounter, _ style: HeadlessAlertController.Style) {
    self.init(title: nil, message: nil, preferredStyle: style)
    token = LifeToken(counter)
    restorationIdentifier = counter.takeName("alert")
  }
}

/// Counted pages, three screens that the controller provides as its own data source.
public final class CountedPages: HeadlessPageViewController, CountedController,
  HeadlessPageViewControllerDataSource
{
  private var token: AnyObject?
  private var pages: [HeadlessViewController] = []

  /// Makes one and counts it.
  public convenience init(counter: LiveCounter) {
    self.init(transitionStyle: .scroll, navigationOrientation: .horizontal)
    token = LifeToken(counter)
    restorationIdentifier = counter.takeName("pages")
    pages = (0..<3).map { _ in CountedScreen(counter: counter) }
    dataSource = self
    setViewControllers([pages[0]], direction: .forward, animated: false)
  }

  /// The page before.
  public func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    viewControllerBefore viewController: HeadlessViewController
  ) -> HeadlessViewController? {
    page(at: pages.firstIndex { $0 === viewController }.map { $0 - 1 })
  }

  /// The page after.
  public func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    viewControllerAfter viewController: HeadlessViewController
  ) -> HeadlessViewController? {
    page(at: pages.firstIndex { $0 === viewController }.map { $0 + 1 })
  }

  private func page(at index: Int?) -> HeadlessViewController? {
    index.flatMap { pages.indices.contains($0) ? pages[$0] : nil }
  }
}

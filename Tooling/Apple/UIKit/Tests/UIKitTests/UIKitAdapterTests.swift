import AsyncFlow
import Foundation
import NavigationRuntime
import TestSupport
import Testing
import UIKit

@MainActor
@Suite("The adapter for UIKit")
struct UIKitAdapterTests {
  @Test("Uses UIKit's controllers as the platform's")
  func platform() {
    #expect(PlatformViewController.self == UIViewController.self)
    let controller = screen("A")
    #expect(controller.viewController === controller)
    #expect(HeadlessWindow(platform: HeadlessPlatform()).navigationRuntimeKind == .window)
  }

  @Test("Leaves the app its delegate, which receives every call for any navigation")
  func stackDelegate() throws {
    let list = screen("List")
    let home = stack("Home", list)
    let world = HeadlessWorld(.manual, root: home)
    let delegate = AppDelegate()
    home.delegate = delegate
    world.context.request(.push(screen("Detail")), on: home)
    world.platform.completeAllTransitions()
    home.pushViewController(screen("More"), animated: true)
    world.platform.completeAllTransitions()
    try #require(home.userDidBeginEdgeSwipe()).cancel()
    try #require(home.userDidBeginEdgeSwipe()).finish()
    #expect(home.userDidTapBack())
    world.platform.completeAllTransitions()
    #expect(home.delegate === delegate)
    #expect(
      delegate.calls.filter { $0.hasPrefix("did") } == [
        "did show Detail", "did show More", "did show Detail", "did show List",
      ])
    #expect(world.store.tree.visibleLeaf.name == "List")
  }

  @Test("Leaves the app the delegate of a presentation, set before or after it")
  func presentationDelegate() throws {
    let home = screen("Home")
    let world = HeadlessWorld(root: home)
    for isSetBefore in [true, false] {
      let sheet = screen("Sheet")
      let delegate = AppDelegate()
      if isSetBefore { sheet.presentationController?.delegate = delegate }
      world.context.request(.present(sheet), on: home)
      if !isSetBefore { sheet.presentationController?.delegate = delegate }
      #expect(sheet.userDidPullDown())
      #expect(delegate.calls == ["will dismiss", "did dismiss"])
      #expect(world.store.tree.modalChain.isEmpty)
    }
    #expect(world.changes.map(\.cause.kind) == [.code, .user, .code, .user])
  }

  @Test("Refuses an operation for which UIKit would raise an exception, and does not call UIKit")
  func exceptions() async {
    let (list, detail) = (screen("List"), screen("Detail"))
    let home = stack("Home", list, detail)
    let world = HeadlessWorld(root: home)
    await takeTurns()
    let split = UISplitViewController(style: .doubleColumn)
    let elsewhere = screen("Elsewhere")
    let contained = screen("Contained")
    elsewhere.addChild(contained)
    let other = UIWindow(platform: world.platform)
    other.rootViewController = screen("Presenter")
    other.makeKeyAndVisible()
    let presented = screen("Presented")
    other.rootViewController?.present(presented, animated: false)
    let coveredRoot = screen("Covered root")
    let third = UIWindow(platform: world.platform)
    third.rootViewController = coveredRoot
    third.makeKeyAndVisible()
    let cover = screen("Cover")
    cover.modalPresentationStyle = .fullScreen
    coveredRoot.present(cover, animated: false)
    await takeTurns()
    let unstyled = screen("Unstyled")
    unstyled.modalPresentationStyle = .none
    let requests: [(NavigationOperation, any NavigationContainer, TransitionRefusal.Code, String)] =
      [
        (.push(stack("Inner", screen("A"))), home, .unsupported, "navigation controller"),
        (.push(split), home, .unsupported, "split view controller"),
        (
          .setStack([list, stack("Inner", screen("A"))]), home, .unsupported,
          "navigation controller"
        ),
        (.setStack([split]), home, .unsupported, "split view controller"),
        (.present(contained), home, .alreadyInTree, "Elsewhere"),
        (.present(presented), home, .alreadyInTree, "Presenter"),
        (.present(coveredRoot), home, .alreadyInTree, "root of"),
        (.present(unstyled), home, .unsupported, "style `none`"),
        (.present(UIAlertController()), home, .unsupported, "no title, message or action"),
        (.setRoot(contained), world.window, .alreadyInTree, "Elsewhere"),
        (.setRoot(presented), world.window, .alreadyInTree, "Presenter"),
      ]
    for (operation, container, code, text) in requests {
      guard case .refused(let refusal) = world.context.request(operation, on: container).outcome
      else {
        Issue.record("\(operation.description) was not refused.")
        continue
      }
      #expect(refusal.code == code, "\(operation.description)")
      #expect(refusal.reason.contains(text), "\(refusal.reason)")
    }
    #expect(world.refusals.isEmpty)
    #expect(home.viewControllers.map(\.navigationRuntimeName) == ["List", "Detail"])
  }

  @Test("Refuses a popover that points at nothing, where UIKit would raise an exception")
  func popoverWithoutSource() {
    final class Delegate: UIAdaptivePresentationControllerDelegate {
      let style: UIModalPresentationStyle
      init(_ style: UIModalPresentationStyle) { self.style = style }
      func adaptivePresentationStyle(
        for controller: UIPresentationController
      ) -> UIModalPresentationStyle { style }
    }
    final class Preparing: UIPopoverPresentationControllerDelegate {
      func prepareForPopoverPresentation(_ controller: UIPopoverPresentationController) {
        controller.sourceView = controller.presentingViewController?.view
      }
    }
    let button = UIBarButtonItem(primaryAction: nil)
    let (keeping, adapting, preparing) = (Delegate(.none), Delegate(.fullScreen), Preparing())
    defer { UITraitCollection.standIn = .telephone }
    /// Presents by a request, and returns why it was refused.
    func reason(_ set: (UIPopoverPresentationController?) -> Void, sheet: Bool = false) -> String? {
      let home = screen("Home")
      let world = HeadlessWorld(.manual, root: home)
      let modal =
        sheet
        ? UIAlertController(title: "Delete?", message: nil, preferredStyle: .actionSheet)
        : screen("Modal")
      modal.modalPresentationStyle = .popover
      set(modal.popoverPresentationController)
      let outcome = world.context.request(.present(modal), on: home).outcome
      guard case .refused(let refusal) = outcome else {
        #expect(modal.presentingViewController === home)
        return nil
      }
      #expect(refusal.code == .unsupported)
      #expect(modal.presentingViewController == nil && world.refusals.isEmpty)
      return refusal.reason
    }

    for isSheet in [false, true] {
      UITraitCollection.standIn = .tablet
      #expect(reason({ _ in }, sheet: isSheet)?.contains("Set `sourceView` or") == true)
      #expect(reason({ $0?.sourceView = UIView() }, sheet: isSheet) == nil)
      #expect(reason({ $0?.barButtonItem = button }, sheet: isSheet) == nil)
      #expect(reason({ $0?.delegate = preparing }, sheet: isSheet) == nil)
      UITraitCollection.standIn = .telephone
      #expect(reason({ _ in }, sheet: isSheet) == nil)
    }
    #expect(reason { $0?.delegate = adapting } == nil)
    #expect(reason { $0?.delegate = keeping } != nil)
    UITraitCollection.standIn = .tablet
    #expect(reason { $0?.delegate = adapting } == nil)
    #expect(reason { $0?.delegate = keeping } != nil)
    withExtendedLifetime((keeping, adapting, preparing)) {}
  }

  @Test("Refuses what a stack that code has changed in the same turn does not allow")
  func staleStack() async {
    let (list, detail, more) = (screen("List"), screen("Detail"), screen("More"))
    let home = stack("Home", list, detail)
    let world = HeadlessWorld(root: home)
    await takeTurns()
    home.popViewController(animated: false)
    let pop = world.context.request(.popTo(detail), on: home, animated: false)
    home.pushViewController(more, animated: false)
    home.pushViewController(screen("Top"), animated: false)
    let push = world.context.request(.push(more), on: home, animated: false)
    for (request, code) in [(pop, TransitionRefusal.Code.notInTree), (push, .alreadyInTree)] {
      guard case .refused(let refusal) = await request.value() else {
        Issue.record("\(request.name) was not refused.")
        continue
      }
      #expect(refusal.code == code)
    }
    #expect(world.refusals.isEmpty)
  }

  @Test("A column without one of the first three names is visible if its view is in the split's")
  func inspector() {
    let inspector = screen("Inspector")
    let split = StandInInspectedSplit(inspector: inspector)
    split.setViewController(stack("Primary", screen("List")), for: .primary)
    split.setViewController(stack("Secondary", screen("Detail")), for: .secondary)
    let world = HeadlessWorld(root: split)
    let log = EventLog(inspector)
    split.showInspector()
    world.store.runLoopDidTurn()
    inspector.view.isHidden = true
    world.store.runLoopDidTurn()
    #expect(log.lines == ["Inspector hidden", "Inspector visible", "Inspector hidden"])
  }

  @Test("Refuses to select one of the pages of a book that shows two of them")
  func book() async {
    let book = Book()
    book.pages = [screen("Left"), screen("Right")]
    book.setViewControllers([screen("Cover")], direction: .forward, animated: false)
    let world = HeadlessWorld(root: book)
    await takeTurns()
    guard case .refused(let refusal) = world.context.request(.select(1), on: book).outcome else {
      Issue.record("It was not refused.")
      return
    }
    #expect(refusal.code == .unsupported)
    #expect(book.calls == 1)
  }

  @Test("Reports a call that UIKit ignores, and changes nothing")
  func ignored() {
    let hidden = screen("Hidden")
    let home = stack("Home", hidden, screen("Top"))
    let world = HeadlessWorld(root: home)
    let window = HeadlessWindow(platform: world.platform)
    let other = screen("Other")
    window.rootViewController = other
    let store = world.context.store(for: window)
    let outcome = world.context.request(.present(screen("Modal")), on: other).outcome
    guard case .refused(let refusal) = outcome else {
      Issue.record("It was \(String(describing: outcome)).")
      return
    }
    #expect(refusal.code == .ignoredByPlatform)
    #expect(refusal.description.contains("UIKit ignored the call"))
    #expect(store.tree.modalChain.isEmpty)
    #expect(store.isIdle)
  }

  @Test("Follows a presentation of foreign code, and lets the scheduler continue after it")
  func foreignPresentation() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    let alert = screen("Alert")
    home.present(alert, animated: true)
    let push = world.context.request(.push(screen("Detail")), on: home)
    let present = world.context.request(.present(screen("Sheet")), on: alert)
    #expect(push.outcome == nil)
    world.platform.completeAllTransitions()
    #expect(push.outcome == .performed)
    #expect(present.outcome == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Alert", "Sheet"])
    #expect(world.refusals.isEmpty)
  }

  @Test("Distinguishes overlapping transitions of one controller, in any order of their ends")
  func overlapping() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(.manual, root: home)
    home.pushViewController(screen("Detail"), animated: true)
    home.present(screen("Sheet"), animated: true)
    let request = world.context.request(.pop, on: home)
    world.platform.completeTransition()
    #expect(world.store.isTransitioning)
    #expect(world.store.tree.count == 3)
    #expect(request.outcome == nil)
    world.platform.completeAllTransitions()
    #expect(request.outcome == .performed)
    #expect(world.store.tree.modalChain.map(\.name) == ["Sheet"])
    #expect(world.store.tree.count == 4)
    #expect(!world.store.isTransitioning)
  }

  @Test("Performs a request after a running transition, also after its abandonment")
  func callDuringAbandoned() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(
      .manual, configuration: .init(watchdogInterval: 5), root: home)
    home.pushViewController(screen("Detail"), animated: true)
    let request = world.context.request(.push(screen("More")), on: home)
    world.clock.advance(by: 5)
    #expect(world.issues.map(\.code.rawValue) == ["neverEnded"])
    #expect(home.viewControllers.count == 2)
    #expect(request.outcome == nil)
    world.platform.completeAllTransitions()
    #expect(request.outcome == .performed)
    #expect(world.store.tree.visibleLeaf.name == "More")
    #expect(world.context.activity.isIdle)
  }

  @Test("Releases a controller that leaves, with its lifecycle")
  func release() {
    let home = stack("Home", screen("List"))
    let world = HeadlessWorld(root: home)
    weak var detail: UIViewController?
    weak var lifecycle: NavigationLifecycle?
    do {
      let strong = screen("Detail")
      detail = strong
      world.context.request(.push(strong), on: home)
      lifecycle = strong.lifecycle
      #expect(lifecycle?.isInTree ?? false)
    }
    home.popViewController(animated: true)
    #expect(detail == nil)
    #expect(lifecycle == nil)
  }
}

/// A delegate that belongs to the app.
@MainActor
private final class AppDelegate: HeadlessNavigationControllerDelegate,
  HeadlessAdaptivePresentationControllerDelegate
{
  private(set) var calls: [String] = []

  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool
  ) {
    calls.append("will show \(viewController.restorationIdentifier ?? "?")")
  }

  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool
  ) {
    calls.append("did show \(viewController.restorationIdentifier ?? "?")")
  }

  func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
    calls.append("will dismiss")
  }

  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
    calls.append("did dismiss")
  }
}

@MainActor
@Suite("An AsyncFlow flow over UIKit's controllers")
struct UIKitFlowTests {
  @Test("Pushes when a button of a view controller is tapped")
  func button() async {
    let world = HeadlessWorld()
    let flow = LoginFlow()
    let coordinator = FlowCoordinator(context: world.context)
    coordinator.coordinate(flow: flow, with: OneStepper<LoginStep>(.login))
    world.window.rootViewController = flow.navigation
    await world.context.settled()
    let login = flow.navigation.topViewController as? LoginController
    login?.button.sendActions(for: .touchUpInside)
    await world.context.settled()
    #expect(world.store.tree.visibleLeaf.name == "Home")
    withExtendedLifetime(coordinator) {}
  }
}

private enum LoginStep: Step {
  case login, home
}

private final class LoginViewModel: Stepper {
  let steps = AsyncReplaySubject<any Step>(bufferSize: 1)
}

private final class LoginController: UIViewController {
  let viewModel = LoginViewModel()
  let button = UIButton()
  private var store: Set<Cancellation> = []

  override func viewDidLoad() {
    super.viewDidLoad()
    button.onTap.receive { [weak viewModel] in viewModel?.steps.send(LoginStep.home) }
      .store(in: &store)
  }
}

private final class LoginFlow: Flow {
  let navigation = UINavigationController()
  var root: any Presentable { navigation }

  func navigate(to step: LoginStep) async -> FlowContributors {
    switch step {
    case .login:
      let controller = LoginController()
      navigation.setViewControllers([controller], animated: false)
      return .one(
        flowContributor: .contribute(
          withNextPresentable: controller, withNextStepper: controller.viewModel))
    case .home:
      let home = UIViewController()
      home.restorationIdentifier = "Home"
      navigation.pushViewController(home, animated: true)
      return .none
    }
  }
}

/// Pages that lie open beside each other.
@MainActor
private final class Book: UIPageViewController {
  var pages: [UIViewController] = []
  private(set) var calls = 0

  init() {
    super.init(transitionStyle: .pageCurl, navigationOrientation: .horizontal)
  }

  required init?(coder: NSCoder) { nil }

  override var viewControllers: [UIViewController]? { pages }

  override func setViewControllers(
    _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    calls += 1
    super.setViewControllers(
      viewControllers, direction: direction, animated: animated, completion: completion)
  }
}

import AppKit
import NavigationRuntime
import StandInWatch
import TestSupport
import Testing

@MainActor
@Suite("Random operations by code and user on AppKit")
struct AppKitRandomTests {
  @Test(
    "Keep the tree equal to the containers, and end each request once",
    arguments: RunLength.seeds(10))
  func randomRun(seed: UInt64) throws {
    let walker = AppKitWalker(seed: seed)
    for operation in 0..<RunLength.operations(1_000) {
      walker.step()
      guard !walker.world.store.isTransitioning else { continue }
      try #require(
        walker.world.names == walker.held,
        "seed \(seed), operation \(operation), after: \(walker.log.suffix(8))")
    }
    walker.stopActingInCallbacks()
    walker.world.window.standInCompleteAnimations()
    #expect(walker.world.names == walker.held, "seed \(seed)")
    #expect(walker.answers.allSatisfy { $0 == 1 }, "seed \(seed)")
    #expect(walker.world.context.activity.isIdle, "seed \(seed)")
    #expect(walker.world.issues.allSatisfy { $0.code.rawValue == "stackedTwice" }, "seed \(seed)")
  }
}

/// A screen that tells the walker of its callbacks.
private final class CallingScreen: TestScreen {
  var onCallback: (() -> Void)?

  override func viewWillAppear() {
    super.viewWillAppear()
    onCallback?()
  }

  override func viewDidAppear() {
    super.viewDidAppear()
    onCallback?()
  }

  override func viewWillDisappear() {
    super.viewWillDisappear()
    onCallback?()
  }

  override func viewDidDisappear() {
    super.viewDidDisappear()
    onCallback?()
  }
}

/// Code and user, with random moves in a window.
@MainActor
private final class AppKitWalker {
  let world: AppKitWorld
  private(set) var answers: [Int] = []
  private(set) var log: [String] = []
  private var random: SeededGenerator
  private var made = 0
  private var isClosed = false
  /// The sheets and popovers of foreign code, in their order.
  private var sheets: [NSWindow] = []
  private var popovers: [NSPopover] = []
  /// Whether callbacks of screens and observers of the tree act, too.
  private var actsInCallbacks: Bool
  private var depth = 0
  private var observation: Cancellation?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    actsInCallbacks = (seed / 2).isMultiple(of: 2)
    world = AppKitWorld(animates: seed.isMultiple(of: 2))
    world.window.contentViewController = makeTabs()
    observation = world.store.onChange { [weak self] _ in self?.didCallBack() }
  }

  func stopActingInCallbacks() { actsInCallbacks = false }

  private func didCallBack() {
    guard actsInCallbacks, depth < 2, random.happens(percent: 5) else { return }
    depth += 1
    log.append("in a callback:")
    if random.happens(percent: 50) { request() } else { callDirectly() }
    depth -= 1
  }

  private func makeScreen() -> NSViewController {
    let screen = CallingScreen()
    screen.identifier = NSUserInterfaceItemIdentifier(name("screen"))
    screen.onCallback = { [weak self] in self?.didCallBack() }
    return screen
  }

  /// The names in the containers, read without the runtime.
  var held: [String] {
    ["Window"]
      + (isClosed ? [] : world.window.contentViewController.map { names(of: $0) } ?? [])
  }

  private func names(of controller: NSViewController) -> [String] {
    let contents =
      (controller as? NSTabViewController)?.tabViewItems.compactMap(\.viewController)
      ?? (controller as? StackViewController)?.viewControllers ?? controller.children
    return [controller.navigationRuntimeName] + contents.flatMap { names(of: $0) }
      + (shown(over: controller).map { names(of: $0) } ?? [])
  }

  /// Returns the controller that a controller presents, else a foreign one over a window's content.
  private func shown(over controller: NSViewController) -> NSViewController? {
    if let presented = controller.presentedViewControllers?.last { return presented }
    let window = controller.isViewLoaded ? controller.view.window : nil
    guard window?.contentViewController === controller else { return nil }
    let foreign = sheets.last { window?.sheets.contains($0) ?? false }
    return foreign?.contentViewController
      ?? popovers.last { $0.standInHost === controller }?.contentViewController
  }

  private var all: [NSViewController] {
    world.window.contentViewController.map { found(in: $0) } ?? []
  }

  private func found(in controller: NSViewController) -> [NSViewController] {
    [controller] + controller.children.flatMap { found(in: $0) }
      + (shown(over: controller).map { found(in: $0) } ?? [])
  }

  private func any<Controller: NSViewController>(
    _ type: Controller.Type = Controller.self
  ) -> Controller? {
    let candidates = all.compactMap { $0 as? Controller }
    return candidates.isEmpty ? nil : candidates[random.next(below: candidates.count)]
  }

  private func name(_ kind: String) -> String {
    made += 1
    return "\(kind)\(made)"
  }

  private func makeTabs() -> NSTabViewController {
    tabs(name("tabs"), stack(name("stack"), makeScreen()), makeScreen())
  }

  private func make() -> NSViewController {
    guard all.count < 40 else { return makeScreen() }
    switch random.next(below: 8) {
    case 0: return makeTabs()
    case 1: return stack(name("stack"), makeScreen())
    default: return makeScreen()
    }
  }

  func step() {
    switch random.next(below: 12) {
    case 0..<4: request()
    case 4..<8: callDirectly()
    case 8, 9: callForeign()
    default:
      log.append("sheets come to rest")
      world.window.standInCompleteAnimations()
    }
  }

  /// Moves by foreign code or by the user.
  private func callForeign() {
    switch random.next(below: 7) {
    case 0:
      guard let host = any(), host.isViewLoaded, let window = host.view.window else { return }
      log.append("sheet on \(host.navigationRuntimeName)")
      let sheet = NSWindow(contentViewController: make())
      sheets.append(sheet)
      window.beginSheet(sheet)
    case 1:
      guard let sheet = sheets.popLast() else { return }
      log.append("end of \(sheet.contentViewController?.navigationRuntimeName ?? "")")
      sheet.sheetParent?.endSheet(sheet)
    case 2:
      guard let host = any(), host.isViewLoaded else { return }
      log.append("popover on \(host.navigationRuntimeName)")
      let popover = NSPopover()
      popover.contentViewController = make()
      popover.behavior = random.happens(percent: 50) ? .transient : .applicationDefined
      popover.show(relativeTo: .zero, of: host.view, preferredEdge: .minX)
      popovers.append(popover)
    case 3:
      guard let popover = popovers.popLast() else { return }
      log.append("close \(popover.contentViewController?.navigationRuntimeName ?? "")")
      popover.close()
    case 4:
      guard let presenter = any(), presenter.isViewLoaded else { return }
      log.append("present popover on \(presenter.navigationRuntimeName)")
      presenter.present(
        make(), asPopoverRelativeTo: .zero, of: presenter.view, preferredEdge: .minX,
        behavior: .transient)
    case 5:
      guard isClosed || random.happens(percent: 20) else { return }
      log.append(isClosed ? "show window" : "close window")
      isClosed.toggle()
      if !isClosed {
        world.window.makeKeyAndOrderFront(nil)
      } else if random.happens(percent: 50) {
        world.window.close()
      } else {
        world.window.standInUserDidClickClose()
      }
    default:
      guard let popover = all.compactMap(\.standInPopover).last else { return }
      log.append("click beside \(popover.contentViewController?.navigationRuntimeName ?? "")")
      popover.standInUserDidClick(in: world.window)
    }
  }

  private func request() {
    guard let (operation, container) = anyOperation() else { return }
    log.append("request \(operation.description) on \(container.navigationRuntimeName)")
    let number = answers.count
    answers.append(0)
    world.context.request(operation, on: container).onEnd { [weak self] _ in
      self?.answers[number] += 1
    }
  }

  private func anyOperation() -> (NavigationOperation, any NavigationContainer)? {
    switch random.next(below: 9) {
    case 0, 1: return any(StackViewController.self).map { (.push(make()), $0) }
    case 2: return any(StackViewController.self).map { (.pop, $0) }
    case 3: return any(StackViewController.self).map { (.setStack([make(), make()]), $0) }
    case 4, 5: return any().map { (.present(make()), $0) }
    case 6: return any().map { (.dismiss, $0) }
    case 7:
      return any(NSTabViewController.self).map { (.select(random.next(below: 3)), $0) }
    default:
      guard random.happens(percent: 10) else {
        guard let tabs: NSTabViewController = any() else { return nil }
        let kept = tabs.tabViewItems.compactMap(\.viewController)
          .filter { _ in random.happens(percent: 70) }
        return (.setTabs(kept + [make()]), tabs)
      }
      return (.setRoot(makeTabs()), world.window)
    }
  }

  private func callDirectly() {
    switch random.next(below: 9) {
    case 0, 1:
      guard let stack: StackViewController = any() else { return }
      log.append("push on \(stack.navigationRuntimeName)")
      let taken: NSViewController? = random.happens(percent: 5) ? stack.topViewController : nil
      stack.pushViewController(taken ?? make(), animated: true)
    case 2:
      guard let stack: StackViewController = any() else { return }
      log.append("pop \(stack.navigationRuntimeName)")
      stack.popViewController(animated: true)
    case 3, 4:
      guard let presenter = any(), presenter.presentedViewControllers == nil else { return }
      log.append("present on \(presenter.navigationRuntimeName)")
      presenter.presentAsSheet(make())
    case 5, 6:
      guard let presenter = any(), let presented = presenter.presentedViewControllers?.last
      else { return }
      log.append("dismiss \(presented.navigationRuntimeName)")
      presenter.dismiss(presented)
    case 7:
      guard let tabs: NSTabViewController = any() else { return }
      log.append("click in \(tabs.navigationRuntimeName)")
      tabs.standInUserDidClick(random.next(below: 3))
    default:
      // Mostly inside another change, of which closing the window is one.
      guard random.happens(percent: depth > 0 ? 50 : 5) else { return }
      log.append("set content")
      world.window.contentViewController = makeTabs()
    }
  }
}

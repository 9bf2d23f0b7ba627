import NavigationRuntime
import TestSupport

/// The app of a model, made of the platform's controllers, with delegates that record their calls.
@MainActor
final class AppWorld {
  let world: HeadlessWorld
  let record = CallRecord()
  private(set) var delegates: [String: RecordingDelegate] = [:]
  /// The number of answers to each request.
  private(set) var answers: [Int] = []
  private var controllers: [String: HeadlessViewController] = [:]
  private let pages = ListOfPages()

  init(_ mode: HeadlessPlatform.TransitionMode) {
    world = HeadlessWorld(mode)
    let book = named(
      HeadlessPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal),
      "Pages")
    let split = named(HeadlessSplitViewController(style: .doubleColumn), "Split")
    split.viewControllers = [screen("primary"), screen("secondary")]
    let left = TestSupport.stack("Left", controller("left"))
    let right = TestSupport.stack("Right", controller("right"))
    let main = tabs(AppModel.root, left, right, book, split)
    for controller in [main, left, right, book, split] {
      controller.restorationIdentifier.map { controllers[$0] = controller }
    }
    pages.all = AppModel.pages.map(controller)
    book.dataSource = pages
    book.setViewControllers([pages.all[0]], direction: .forward, animated: false)
    world.window.rootViewController = main
    world.platform.completeAllTransitions()
    for name in ["app", "other"] { delegates[name] = RecordingDelegate(name, record) }
  }

  var tabBar: HeadlessTabBarController { found(AppModel.root) }
  var book: HeadlessPageViewController { found("Pages") }
  private var split: HeadlessSplitViewController { found("Split") }

  func stack(_ name: String) -> HeadlessNavigationController { found(name) }

  /// Returns the controller of this name, or a new screen.
  func controller(_ name: String) -> HeadlessViewController {
    if let known = controllers[name] { return known }
    let made = screen(name)
    controllers[name] = made
    return made
  }

  private func found<Controller>(_ name: String) -> Controller {
    guard let controller = controllers[name] as? Controller else {
      preconditionFailure("\(name) is no \(Controller.self), or is not there.")
    }
    return controller
  }

  private func named<Controller: HeadlessViewController>(
    _ controller: Controller, _ name: String
  ) -> Controller {
    controller.restorationIdentifier = name
    return controller
  }

  // MARK: Delegates

  /// Sets or removes a delegate, for a modal also that of its presentation.
  func setDelegate(_ name: String?, of owner: String) {
    let delegate = name.flatMap { delegates[$0] }
    let controller = controller(owner)
    switch controller {
    case let tabs as HeadlessTabBarController: tabs.delegate = delegate
    case let book as HeadlessPageViewController: book.delegate = delegate
    case let split as HeadlessSplitViewController: split.delegate = delegate
    case let stack as HeadlessNavigationController: stack.delegate = delegate
    default: break
    }
    if controller.parent == nil { controller.presentationController?.delegate = delegate }
  }

  /// Whether this delegate is set.
  func hasDelegate(_ name: String, _ owner: String) -> Bool {
    let delegate = delegates[name]
    let controller = controller(owner)
    let own: AnyObject? =
      switch controller {
      case let tabs as HeadlessTabBarController: tabs.delegate
      case let book as HeadlessPageViewController: book.delegate
      case let split as HeadlessSplitViewController: split.delegate
      case let stack as HeadlessNavigationController: stack.delegate
      default: delegate
      }
    let isContained = controller.parent != nil
    let ofPresentation: AnyObject? =
      isContained ? delegate : controller.presentationController?.delegate
    return own === delegate && ofPresentation === delegate
  }

  // MARK: Code

  /// Calls the platform, like code that does not use the runtime.
  func call(_ change: AppModel.Change) {
    switch change {
    case .push(let name, let stack, let animated):
      self.stack(stack).pushViewController(controller(name), animated: animated)
    case .pop(let stack, let animated):
      self.stack(stack).popViewController(animated: animated)
    case .popTo(let name, let stack, let animated):
      self.stack(stack).popToViewController(controller(name), animated: animated)
    case .set(let stack, let entries, let animated):
      self.stack(stack).setViewControllers(entries.map(controller), animated: animated)
    case .select(let index): tabBar.selectedIndex = index
    case .present(let modal, let stack, let presenter, let animated):
      controller(presenter).present(make(modal, stack), animated: animated)
    case .dismiss(let presenter, let animated):
      controller(presenter).dismiss(animated: animated)
    case .setPage(let index, let animated):
      book.setViewControllers([pages.all[index]], direction: .forward, animated: animated)
    case .hide(let column): split.hide(HeadlessSplitViewController.Column.allCases[column])
    case .show(let column): split.show(HeadlessSplitViewController.Column.allCases[column])
    case .collapse: split.collapse()
    case .expand: split.expand()
    }
  }

  /// Requests the same change in the scheduler; changes without a request are called.
  func request(_ change: AppModel.Change) {
    switch change {
    case .push(let name, let stack, let animated):
      request(.push(controller(name)), on: stack, animated)
    case .pop(let stack, let animated):
      request(.pop, on: stack, animated)
    case .popTo(let name, let stack, let animated):
      request(.popTo(controller(name)), on: stack, animated)
    case .set(let stack, let entries, let animated):
      request(.setStack(entries.map(controller)), on: stack, animated)
    case .select(let index):
      request(.select(index), on: AppModel.root, false)
    case .present(let modal, let stack, let presenter, let animated):
      request(.present(make(modal, stack)), on: presenter, animated)
    case .dismiss(let presenter, let animated):
      request(.dismiss, on: presenter, animated)
    case .setPage, .hide, .show, .collapse, .expand:
      call(change)
    }
  }

  private func request(_ operation: NavigationOperation, on name: String, _ animated: Bool) {
    let number = answers.count
    answers.append(0)
    world.context.request(operation, on: controller(name), animated: animated)
      .onEnd { [weak self] _ in
        self?.answers[number] += 1
        // The next request may be about a tab that is selected and not laid out.
        if platformIsStrict { self?.world.platform.layOut() }
      }
  }

  /// Makes the controller of a modal, unless it exists.
  @discardableResult
  func make(_ modal: AppModel.Modal, _ entries: [String]?) -> HeadlessViewController {
    if let known = controllers[modal.name] { return known }
    let made: HeadlessViewController
    switch modal.style {
    case .alert, .actionSheet:
      let alert = HeadlessAlertController(
        title: modal.name, message: nil,
        preferredStyle: modal.style == .alert ? .alert : .actionSheet)
      for (title, style) in [("OK", HeadlessAlertAction.Style.default), ("Cancel", .cancel)] {
        alert.addAction(
          HeadlessAlertAction(title: title, style: style) { [record, weak alert] _ in
            record.write("handler of \(title)", from: alert)
          })
      }
      if modal.style == .actionSheet { alert.modalPresentationStyle = .popover }
      made = alert
    case .sheet, .fullScreen, .popover:
      if let entries {
        let stack = HeadlessNavigationController()
        stack.platform = world.platform
        stack.viewControllers = entries.map(controller)
        made = stack
      } else {
        made = HeadlessViewController()
      }
      made.modalPresentationStyle =
        switch modal.style {
        case .fullScreen: .fullScreen
        case .popover: .popover
        default: .automatic
        }
    }
    made.isModalInPresentation = modal.isLocked
    // UIKit presents no popover without one.
    made.popoverPresentationController?.sourceView = tabBar.view
    controllers[modal.name] = named(made, modal.name)
    return made
  }

  /// Returns a difference between the platform's containers and a model, or `nil`.
  func difference(from model: AppModel) -> String? {
    var chain: [String?] = []
    var next = tabBar.presentedViewController
    while let modal = next {
      chain.append(modal.restorationIdentifier)
      next = modal.presentedViewController
    }
    let names = model.modals.map(\.name)
    if chain != names { return "presented are \(chain), not \(names)" }
    for (name, entries) in model.stacks {
      let found = stack(name).viewControllers.map(\.restorationIdentifier)
      if found != entries { return "\(name) holds \(found), not \(entries)" }
    }
    if tabBar.selectedIndex != model.tab { return "the tab is \(tabBar.selectedIndex)" }
    if split.isCollapsed != model.isCollapsed { return "collapsed: \(split.isCollapsed)" }
    let page = book.viewControllers?.first?.restorationIdentifier
    return page == AppModel.pages[model.page] ? nil : "the page is \(page ?? "none")"
  }
}

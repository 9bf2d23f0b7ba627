import AppKit
import NavigationRuntime
import StandInWatch

/// A window and its context, for one test.
@MainActor
final class AppKitWorld {
  let context = NavigationContext(clock: ManualNavigationClock())
  let window = NSWindow()
  let store: NavigationStore
  private(set) var issues: [NavigationIssue] = []
  private var changes: [NavigationChange] = []
  private var subscriptions: Set<Cancellation> = []

  init(animates: Bool = false, content: NSViewController? = nil) {
    // Left by another test.
    NSApp.currentEvent = nil
    window.contentViewController = content
    window.makeKeyAndOrderFront(nil)
    window.standInAnimates = animates
    store = context.store(for: window)
    context.issues.handler = { [weak self] in self?.issues.append($0) }
    store.onChange { [weak self] in self?.changes.append($0) }.store(in: &subscriptions)
  }

  /// The names of all nodes, in order.
  var names: [String] { names(of: store.tree.root) }

  private func names(of node: NavigationTree.Node) -> [String] {
    [node.name] + node.children.flatMap { names(of: $0) } + (node.modal.map { names(of: $0) } ?? [])
  }

  func takeChanges() -> [String] {
    defer { changes = [] }
    return changes.map { "\($0.change)" }
  }

  /// Who made the changes.
  func takeCauses() -> [NavigationCause.Kind] {
    defer { changes = [] }
    return changes.map(\.cause.kind)
  }

  /// What is presented over the content, from the lowest on.
  var modals: [String] { store.tree.modalChain.map(\.name) }

  /// The user clicks somewhere, and what code does then follows.
  func userDidClick(at location: CGPoint, in clicked: NSWindow? = nil, _ handle: () -> Void) {
    NSApp.standInHandle(.mouse(at: location, in: clicked ?? window), handle)
  }
}

/// A screen with a view, as AppKit asks for where there is no nib.
class TestScreen: NSViewController {
  override func loadView() { view = NSView() }
}

@MainActor
func screen(_ name: String) -> NSViewController { named(TestScreen(), name) }

@MainActor
func stack(_ name: String, _ controllers: NSViewController...) -> StackViewController {
  let stack = named(StackViewController(), name)
  stack.setViewControllers(controllers, animated: false)
  return stack
}

@MainActor
func tabs(_ name: String, _ controllers: NSViewController...) -> NSTabViewController {
  let tabs = named(NSTabViewController(), name)
  tabs.tabViewItems = controllers.map { NSTabViewItem(viewController: $0) }
  return tabs
}

@MainActor
private func named<Controller: NSViewController>(
  _ controller: Controller, _ name: String
) -> Controller {
  controller.identifier = NSUserInterfaceItemIdentifier(name)
  return controller
}

/// What one presentable has heard.
@MainActor
final class EventLog {
  private(set) var events: [PresentationEvent] = []
  private var subscription: Cancellation?

  init(_ presentable: any Presentable) {
    subscription = presentable.observePresentation { [weak self] in self?.events.append($0) }
  }

  func take() -> [PresentationEvent] {
    defer { events = [] }
    return events
  }
}

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
    // Clears the event of an earlier test.
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

  /// Returns the causes of the changes since the last call.
  func takeCauses() -> [NavigationCause.Kind] {
    defer { changes = [] }
    return changes.map(\.cause.kind)
  }

  /// The modals over the content, from the lowest on.
  var modals: [String] { store.tree.modalChain.map(\.name) }

  /// Clicks as the user, and runs the code that handles the click.
  func userDidClick(at location: CGPoint, in clicked: NSWindow? = nil, _ handle: () -> Void) {
    NSApp.standInHandle(.mouse(at: location, in: clicked ?? window), handle)
  }
}

/// A screen that makes its view in code; AppKit needs one where there is no nib.
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

/// The events of one presentable.
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

/// The removal of the screens of flows that end, which is scheduled once.
///
/// It comes before the observers of the end are called, because they may attach the flow again or
/// another one in its place, and at the latest when the call that ends the flow returns.
@MainActor
final class ScreenRemoval {
  private var work: (@MainActor () -> ScheduledTransition?)?
  private(set) var transition: ScheduledTransition?

  init(_ work: @escaping @MainActor () -> ScheduledTransition?) {
    self.work = work
  }

  func schedule() {
    // Not with `take()`, on which the optimizer of Swift 6.3.1 fails here.
    guard let work else { return }
    self.work = nil
    transition = work()
  }
}

/// The screens of ended flows in stacks and tabs that are off the screen, and keep them.
///
/// They are removed when the flow of such a container is used again. Most containers are released.
@MainActor
enum LeftScreens {
  private static let screens = WeakTable<[WeakReference<NavigationLifecycle>]>()

  /// Notes a child that ends, if its screen is left in a container off the screen.
  static func note(_ child: FlowChild) {
    guard child.route == .push || child.route == .tab, let container = child.target,
      !container.lifecycle.isInTree, let screen = child.node.navigationContainer,
      screen.navigationRuntimeEnclosing === container
    else { return }
    screens[container] = (screens[container] ?? []) + [WeakReference(screen.lifecycle)]
  }

  /// Returns the screens that are left in a container, and forgets them.
  static func take(from container: any NavigationContainer) -> [any NavigationContainer] {
    guard let left = screens[container] else { return [] }
    screens[container] = nil
    return left.compactMap(\.object?.element).filter {
      $0.navigationRuntimeEnclosing === container
    }
  }
}

extension FlowNode {
  /// Removes the screens of children that have ended with the flow from its own stack or tabs.
  func removeLeftScreens() {
    guard let screen else { return }
    for container in [flow?.navigationContainer ?? screen, screen] {
      let left = Set(LeftScreens.take(from: container).map(ObjectIdentifier.init))
      guard !left.isEmpty else { continue }
      let rest = container.allContents.filter { !left.contains(ObjectIdentifier($0)) }
      let isStack = container.navigationRuntimeKind == .stack
      context.request(
        isStack ? .setStack(rest) : .setTabs(rest), on: container, animated: false, cause: cause)
    }
  }
}

/// A controller or a window, as the runtime sees it: what it contains, what it presents, and what
/// can be done with it.
///
/// Every controller is a container, since every controller can contain and present others. The
/// runtime reads a container when its ``lifecycle`` is told that something changed, and only as
/// far as it must; it never keeps a container alive.
///
/// A conforming class tells its lifecycle about everything that happens to it, after its
/// properties have changed:
/// ``NavigationLifecycle/transitionDidBegin(isInteractive:)``,
/// ``NavigationLifecycle/containerDidChange(_:cause:)``,
/// ``NavigationLifecycle/transitionDidEnd(_:completed:)``.
@MainActor
public protocol NavigationContainer: Presentable {
  /// How it holds what it contains.
  var navigationKind: NavigationTree.Kind { get }

  /// What people call it; need not be unique.
  var navigationName: String { get }

  /// How many it contains; for a stack from bottom to top.
  var containedCount: Int { get }

  /// What it contains at an index.
  ///
  /// - Parameter index: From 0 to ``containedCount`` - 1.
  /// - Returns: The contained controller.
  func contained(at index: Int) -> any NavigationContainer

  /// The selected one of tabs or pages; `nil` for all others, and if there are none.
  var selectedContainedIndex: Int? { get }

  /// What it presents itself, not through an ancestor.
  var presentedContainer: (any NavigationContainer)? { get }

  /// What contains or presents it, or the window it is the root of; `nil` if nothing does.
  ///
  /// Looked at while it comes on screen, before it is in the tree. The default implementation
  /// answers `nil`; then only what is asked through the lane is known to be coming.
  var enclosingContainer: (any NavigationContainer)? { get }

  /// Whether what is beneath is hidden while this one is presented.
  ///
  /// A full screen hides its presenter; a sheet, a popover and an alert do not (rule D18).
  var coversPresenter: Bool { get }

  /// Its place in the tree and its observers; always the same object.
  ///
  /// The default implementation finds it in the registry of ``NavigationContext/shared``, for
  /// classes that have no room for a property of ours.
  var lifecycle: NavigationLifecycle { get }

  /// Calls the platform.
  ///
  /// Called inside the lane, when no transition runs and ``NavigationOperation`` has been found
  /// to make sense. Does not wait.
  ///
  /// - Parameters:
  ///   - operation: What to do.
  ///   - animated: Whether with an animation.
  /// - Returns: ``ScheduledTransition/Answer/started`` if the platform took the call, else how it
  ///   ended.
  func start(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer
}

extension NavigationContainer {
  /// The lifecycle that the shared context keeps for this object.
  public var lifecycle: NavigationLifecycle {
    NavigationContext.shared.registry.lifecycle(of: self)
  }

  /// `nil`.
  public var enclosingContainer: (any NavigationContainer)? { nil }

  /// `false`.
  public var coversPresenter: Bool { false }

  /// Whether it is in a tree.
  public var isPresented: Bool { lifecycle.isInTree }

  /// The present visibility if it is known, then each change; ends when this object goes away.
  public var isVisibleStream: AsyncStream<Bool> { lifecycle.visibilityStream }

  /// One element when it leaves the tree, then the end.
  public var onDismissed: AsyncStream<Void> { lifecycle.dismissalStream }

  /// Observes visibility and dismissal directly.
  ///
  /// - Parameter sink: Called on the main actor: with the present visibility before this method
  ///   returns, if it is known; then with each event, when the tree has changed.
  /// - Returns: The handle that keeps the sink subscribed.
  public func observePresentation(
    _ sink: @escaping @MainActor (PresentationEvent) -> Void
  ) -> Cancellation {
    lifecycle.observe(sink)
  }
}

/// A controller or a window, as the runtime sees it: what it contains, what it presents, and what
/// can be done with it.
///
/// Every controller is a container, since every controller can contain and present others. The
/// runtime reads a container when its ``navigationRuntimeLifecycle`` is told that something changed, and only as
/// far as it must; it never keeps a container alive.
///
/// A conforming class tells its lifecycle about everything that happens to it, after its
/// properties have changed:
/// ``NavigationLifecycle/transitionDidBegin(isInteractive:)``,
/// ``NavigationLifecycle/containerDidChange(_:cause:)``,
/// ``NavigationLifecycle/transitionDidEnd(_:completed:)``.
///
/// The platform's controllers and windows conform already, for good: a subclass cannot conform
/// once more. All requirements have a prefix, so that a member of an app's subclass never meets
/// one of them; what a subclass has to say about itself it says through
/// ``NavigationTreeDescribing``.
@MainActor
public protocol NavigationContainer: Presentable {
  /// How it holds what it contains.
  var navigationRuntimeKind: NavigationTree.Kind { get }

  /// What people call it; need not be unique.
  var navigationRuntimeName: String { get }

  /// How many it contains; for a stack from bottom to top.
  var navigationRuntimeContainedCount: Int { get }

  /// What it contains at an index.
  ///
  /// - Parameter index: From 0 to ``navigationRuntimeContainedCount`` - 1.
  /// - Returns: The contained controller.
  func navigationRuntimeContained(at index: Int) -> any NavigationContainer

  /// The selected one of tabs or pages; `nil` for all others, and if there are none.
  var navigationRuntimeSelectedIndex: Int? { get }

  /// What it presents itself, not through an ancestor.
  var navigationRuntimePresented: (any NavigationContainer)? { get }

  /// What contains or presents it, or the window it is the root of; `nil` if nothing does.
  ///
  /// Looked at while it comes on screen, before it is in the tree. The default implementation
  /// answers `nil`; then only what is asked through the lane is known to be coming.
  var navigationRuntimeEnclosing: (any NavigationContainer)? { get }

  /// Whether what is beneath is hidden while this one is presented.
  ///
  /// A full screen hides its presenter; a sheet, a popover and an alert do not (rule D18).
  var navigationRuntimeCoversPresenter: Bool { get }

  /// Its place in the tree and its observers; always the same object.
  ///
  /// The default implementation finds it in the registry of ``NavigationContext/shared``, for
  /// classes that have no room for a property of ours.
  var navigationRuntimeLifecycle: NavigationLifecycle { get }

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
  func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer
}

extension NavigationContainer {
  /// The lifecycle that the shared context keeps for this object.
  public var navigationRuntimeLifecycle: NavigationLifecycle {
    NavigationContext.shared.registry.lifecycle(of: self)
  }

  /// The short name inside the package; an app's controllers may have a `lifecycle` of their own.
  package var lifecycle: NavigationLifecycle { navigationRuntimeLifecycle }

  /// `nil`.
  public var navigationRuntimeEnclosing: (any NavigationContainer)? { nil }

  /// `false`.
  public var navigationRuntimeCoversPresenter: Bool { false }

  /// Whether it is in a tree.
  @_disfavoredOverload
  public var isPresented: Bool { lifecycle.isInTree }

  /// The present visibility if it is known, then each change; ends when this object goes away.
  @_disfavoredOverload
  public var isVisibleStream: AsyncStream<Bool> { lifecycle.visibilityStream }

  /// One element when it leaves the tree, then the end.
  @_disfavoredOverload
  public var onDismissed: AsyncStream<Void> { lifecycle.dismissalStream }

  /// Observes visibility and dismissal directly.
  ///
  /// - Parameter sink: Called on the main actor: with the present visibility before this method
  ///   returns, if it is known; then with each event, when the tree has changed.
  /// - Returns: The handle that keeps the sink subscribed.
  @_disfavoredOverload
  public func observePresentation(
    _ sink: @escaping @MainActor (PresentationEvent) -> Void
  ) -> Cancellation {
    lifecycle.observe(sink)
  }
}

/// A controller or a window: its contents, its modal, and the operations it supports.
///
/// Every controller is a container, since every controller can contain and present others. The
/// runtime reads a container after its ``navigationRuntimeLifecycle`` has been notified of a
/// change, and only as far as necessary; it never keeps a container alive.
///
/// A conforming class reports everything that happens to it to its lifecycle, after its properties
/// have changed:
/// ``NavigationLifecycle/transitionDidBegin(isInteractive:)``,
/// ``NavigationLifecycle/containerDidChange(_:cause:)``,
/// ``NavigationLifecycle/transitionDidEnd(_:completed:)``.
///
/// The platform's controllers and windows conform already; a subclass cannot conform again. All
/// requirements have a prefix, so that they never collide with members of an app's subclass. A
/// subclass describes itself through ``NavigationTreeDescribing``.
@MainActor
public protocol NavigationContainer: Presentable {
  /// The way it holds its contents.
  var navigationRuntimeKind: NavigationTree.Kind { get }

  /// A human-readable name; need not be unique.
  var navigationRuntimeName: String { get }

  /// The number of its contents; for a stack counted from bottom to top.
  var navigationRuntimeContainedCount: Int { get }

  /// Returns its contents at an index.
  ///
  /// - Parameter index: From 0 to ``navigationRuntimeContainedCount`` - 1.
  /// - Returns: The contained controller.
  func navigationRuntimeContained(at index: Int) -> any NavigationContainer

  /// The index of the selected tab or page; `nil` for other kinds, and if there are none.
  var navigationRuntimeSelectedIndex: Int? { get }

  /// The container that it presents itself, not through an ancestor.
  var navigationRuntimePresented: (any NavigationContainer)? { get }

  /// The container or presenter of this one, or the window it is the root of; `nil` if there is
  /// none.
  ///
  /// Read while this container comes on screen, before it is in the tree. The default
  /// implementation returns `nil`: then an arrival is known only if it was requested through the
  /// scheduler.
  var navigationRuntimeEnclosing: (any NavigationContainer)? { get }

  /// Whether the presenter is hidden while this one is presented.
  ///
  /// A full-screen presentation hides its presenter; a sheet, a popover and an alert do not.
  var navigationRuntimeCoversPresenter: Bool { get }

  /// Its node in the tree and its observers; always the same object.
  ///
  /// The default implementation looks it up in the registry of ``NavigationContext/shared``, for
  /// classes without a stored property for it.
  var navigationRuntimeLifecycle: NavigationLifecycle { get }

  /// Calls the platform.
  ///
  /// The scheduler calls it when no transition runs and the operation has been found valid. Returns
  /// without waiting for the end.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - animated: Whether with an animation.
  /// - Returns: ``ScheduledTransition/Answer/started`` if the platform accepted the call, else the
  ///   outcome.
  func navigationRuntimeStart(
    _ operation: NavigationOperation, animated: Bool
  ) -> ScheduledTransition.Answer
}

extension NavigationContainer {
  /// The lifecycle that the shared context keeps for this object.
  public var navigationRuntimeLifecycle: NavigationLifecycle {
    NavigationContext.shared.registry.lifecycle(of: self)
  }

  /// A short name for use in the package; an app's controllers may have a `lifecycle` of their own.
  package var lifecycle: NavigationLifecycle { navigationRuntimeLifecycle }

  /// The container and those that contain or present it on the platform, the outermost last.
  package var platformAncestry: UnfoldFirstSequence<any NavigationContainer> {
    sequence(first: self) { $0.navigationRuntimeEnclosing }
  }

  /// `nil`.
  public var navigationRuntimeEnclosing: (any NavigationContainer)? { nil }

  /// `false`.
  public var navigationRuntimeCoversPresenter: Bool { false }

  /// Whether it is in a tree.
  @_disfavoredOverload
  public var isPresented: Bool { lifecycle.isInTree }

  /// The current visibility if it is known, then each change; ends when this object is deallocated.
  @_disfavoredOverload
  public var isVisibleStream: AsyncStream<Bool> { lifecycle.visibilityStream }

  /// One element when it leaves the tree from now on, then the end; ends without an element when
  /// this object is deallocated.
  @_disfavoredOverload
  public var onDismissed: AsyncStream<Void> { lifecycle.dismissalStream }

  /// Observes visibility and dismissal directly.
  @_disfavoredOverload
  public func observePresentation(
    _ sink: @escaping @MainActor (PresentationEvent) -> Void
  ) -> Cancellation {
    lifecycle.observe(sink)
  }
}

/// A controller or window that supplies its own name and traits in the tree.
///
/// The platform's classes derive these for all their subclasses: the name from the restoration
/// identifier or the type, the rest from the presentation style. A subclass that knows better, such
/// as a container of the app's own, adopts this protocol:
///
/// ```swift
/// final class Drawer: HeadlessViewController, NavigationTreeDescribing {
///   var navigationTreeTraits: NavigationTreeTraits {
///     NavigationTreeTraits(name: "Drawer", coversPresenter: true)
///   }
/// }
/// ```
@MainActor
public protocol NavigationTreeDescribing: AnyObject {
  /// The traits of the object.
  ///
  /// The name is read when the object enters the tree, the rest at each reading of it.
  var navigationTreeTraits: NavigationTreeTraits { get }
}

/// Traits of a controller or window in the tree; a `nil` trait is derived from the platform.
public struct NavigationTreeTraits: Sendable, Equatable {
  /// A human-readable name; need not be unique.
  public var name: String?
  /// Whether the presenter is hidden while this one is presented.
  public var coversPresenter: Bool?

  /// Makes traits.
  ///
  /// - Parameters:
  ///   - name: A human-readable name.
  ///   - coversPresenter: Whether the presenter is hidden while this one is presented.
  public init(name: String? = nil, coversPresenter: Bool? = nil) {
    self.name = name
    self.coversPresenter = coversPresenter
  }
}

extension NavigationContainer {
  var navigationTreeTraitsOfItsOwn: NavigationTreeTraits? {
    (self as? any NavigationTreeDescribing)?.navigationTreeTraits
  }

  var typeName: String { navigationName(of: type(of: self)) }
}

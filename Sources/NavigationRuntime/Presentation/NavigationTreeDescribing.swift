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
  /// A name for people; need not be unique.
  public var name: String?
  /// Whether the presenter is hidden while this one is presented.
  public var coversPresenter: Bool?

  /// Makes traits.
  ///
  /// - Parameters:
  ///   - name: A name for people.
  ///   - coversPresenter: Whether the presenter is hidden while this one is presented.
  public init(name: String? = nil, coversPresenter: Bool? = nil) {
    self.name = name
    self.coversPresenter = coversPresenter
  }
}

extension NavigationContainer {
  /// The traits that the object supplies itself, if it does.
  var navigationTreeTraitsOfItsOwn: NavigationTreeTraits? {
    (self as? any NavigationTreeDescribing)?.navigationTreeTraits
  }
}

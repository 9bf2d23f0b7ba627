/// A controller or a window that says itself what it is called in the tree, and what it covers.
///
/// The platform's classes answer for all their subclasses: by the restoration identifier or the
/// type, and by the way in which they are presented. A subclass that knows better, such as a
/// container of the app's own, adopts this protocol:
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
  /// What it says about itself.
  ///
  /// The name is read when it comes into the tree, the rest at each reading of it.
  var navigationTreeTraits: NavigationTreeTraits { get }
}

/// What a controller or a window says about itself; what is `nil` is the platform's to answer.
public struct NavigationTreeTraits: Sendable, Equatable {
  /// What people call it; need not be unique.
  public var name: String?
  /// Whether what is beneath is hidden while this one is presented.
  public var coversPresenter: Bool?

  /// Makes traits.
  ///
  /// - Parameters:
  ///   - name: What people call it.
  ///   - coversPresenter: Whether what is beneath is hidden while this one is presented.
  public init(name: String? = nil, coversPresenter: Bool? = nil) {
    self.name = name
    self.coversPresenter = coversPresenter
  }
}

extension NavigationContainer {
  /// What the object says about itself, if it does.
  var navigationTreeTraitsOfItsOwn: NavigationTreeTraits? {
    (self as? any NavigationTreeDescribing)?.navigationTreeTraits
  }
}

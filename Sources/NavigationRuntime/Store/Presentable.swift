/// An object that can be on screen: a controller, a window, or an object represented by one.
///
/// Controllers and windows conform already. A type that is shown through a controller, such as a
/// flow, conforms by returning it as its ``representative``; everything else follows from that. A
/// test double may instead implement ``isVisibleStream`` and ``onDismissed`` alone.
///
/// **Dismissed** means that the presentable has left the navigation tree, whatever the cause: it
/// was popped or replaced, its container was dismissed, its tab removed, or the window got another
/// root. Being hidden, or moved to another container in one go, is not leaving. A screen that a
/// callback of its arrival removes again is dismissed, too, although the tree never contained it.
@MainActor
public protocol Presentable: AnyObject {
  /// The presentable that represents this one on screen; by default itself.
  var representative: any Presentable { get }

  /// The platform controller that shows it.
  ///
  /// By default the representative's. A presentable without one gets an empty controller, and
  /// the misuse is reported.
  var viewController: PlatformViewController { get }

  /// Whether it is in the navigation tree, visible or hidden.
  ///
  /// By default the representative's value; `true` for a presentable that represents itself.
  var isPresented: Bool { get }

  /// The visibility: the current value at once if it is known, then each change.
  ///
  /// A presentable whose stream has no elements counts as visible.
  var isVisibleStream: AsyncStream<Bool> { get }

  /// A stream with one element when the presentable has left the tree, then the end.
  ///
  /// It begins with its request. A controller that has left before sends nothing until it has
  /// returned and left again, and the stream does not end while the controller lives; query
  /// ``isPresented`` first.
  var onDismissed: AsyncStream<Void> { get }

  /// Whether its steps are still accepted after its dismissal; by default they are not.
  var allowStepWhenDismissed: Bool { get }

  /// Observes visibility and dismissal.
  ///
  /// Controllers call the sink directly, when the tree has changed. The default implementation
  /// forwards to the representative; for a presentable that represents itself it reads the two
  /// streams, in tasks that the returned handle cancels.
  ///
  /// - Parameter sink: Called on the main actor: before this method returns with the current
  ///   visibility, if it is known directly, or with the elements that the two streams hold; then
  ///   with each event. A dismissal from a stream has an unknown cause.
  /// - Returns: The handle that keeps the sink subscribed.
  func observePresentation(_ sink: @escaping @MainActor (PresentationEvent) -> Void) -> Cancellation
}

// An app's controller may have a member of the same name from a protocol of the app's own. That
// member is to win, hence `@_disfavoredOverload`.
extension Presentable {
  /// Itself.
  @_disfavoredOverload
  public var representative: any Presentable { self }

  /// The controller of the representative.
  @_disfavoredOverload
  public var viewController: PlatformViewController {
    if let controller = self as? PlatformViewController { return controller }
    let representative = nextRepresentative
    if representative !== self { return representative.viewController }
    return NavigationContext.shared.substituteController(for: self)
  }

  /// The representative; itself if the representatives form a ring, which leads to nothing on
  /// screen.
  package var nextRepresentative: any Presentable {
    let next = representative
    if next === self || next is any NavigationContainer { return next }
    // The second pointer moves twice as fast as the first: in a ring they meet.
    var slow: any Presentable = self
    var fast = next
    while true {
      for _ in 0..<2 {
        let further = fast.representative
        if further === fast { return next }
        fast = further
      }
      slow = slow.representative
      if slow === fast {
        NavigationContext.shared.issues.report(.representativeRing(self))
        return self
      }
    }
  }

  /// The value of the representative; `true` for a presentable that represents itself.
  @_disfavoredOverload
  public var isPresented: Bool {
    let representative = nextRepresentative
    return representative === self || representative.isPresented
  }

  /// The representative's stream; for a presentable that represents itself, one that ends at once.
  @_disfavoredOverload
  public var isVisibleStream: AsyncStream<Bool> {
    let representative = nextRepresentative
    return representative === self ? AsyncStream { $0.finish() } : representative.isVisibleStream
  }

  /// The representative's stream; for a presentable that represents itself, one that ends at once.
  @_disfavoredOverload
  public var onDismissed: AsyncStream<Void> {
    let representative = nextRepresentative
    return representative === self ? AsyncStream { $0.finish() } : representative.onDismissed
  }

  /// `false`.
  @_disfavoredOverload
  public var allowStepWhenDismissed: Bool { false }

  /// Forwards to the representative, or reads the two streams.
  ///
  /// Elements that the streams hold are read before this method returns.
  @_disfavoredOverload
  public func observePresentation(
    _ sink: @escaping @MainActor (PresentationEvent) -> Void
  ) -> Cancellation {
    let representative = nextRepresentative
    guard representative === self else { return representative.observePresentation(sink) }
    let visible = isVisibleStream
    let dismissed = onDismissed
    let readers = [
      visible.read { sink(.visible($0)) },
      dismissed.read(first: { sink(.dismissed) }),
    ]
    return Cancellation { for reader in readers { reader.cancel() } }
  }
}

extension NavigationIssue {
  @MainActor
  static func representativeRing(_ presentable: any Presentable) -> Self {
    let name = String(describing: type(of: presentable))
    return NavigationIssue(
      code: .init(rawValue: "representativeRing"),
      fact: "The representatives of \(name) lead back to one of themselves.",
      advice: "Return a controller, or `self`, as the last representative.", at: nil)
  }
}

/// An event of an observed presentable.
///
/// Two dismissals are equal whatever their causes, so that `event == .dismissed` finds each.
public enum PresentationEvent: Sendable, Equatable {
  /// It became visible, or hidden: beneath another screen, in another tab, behind a modal that
  /// covers it. Hidden is not gone.
  case visible(Bool)
  /// It has left the tree: popped, replaced, its container dismissed, its tab removed, the root
  /// replaced. Comes once for each time it was in the tree, with the cause of its departure.
  case dismissed(by: NavigationCause)

  /// A dismissal whose cause is unknown.
  public static let dismissed = PresentationEvent.dismissed(by: .unknown)

  /// The visibility; `nil` for a dismissal.
  private var visibility: Bool? {
    if case .visible(let isVisible) = self { isVisible } else { nil }
  }

  /// Whether both are dismissals, or of the same visibility.
  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.visibility == rhs.visibility }
}

/// What can be on screen: a controller, a window, or something that a controller stands for.
///
/// Controllers and windows conform already. A type that is shown through a controller, such as a
/// flow, conforms by naming it as its ``representative``; all the rest follows from that. A test
/// double may instead implement ``isVisibleStream`` and ``onDismissed`` alone.
///
/// **Dismissed** means that the presentable has left the navigation tree, whoever caused it and
/// however: it was popped, replaced, its container was dismissed, its tab removed, the window got
/// another root. Being hidden, or moved to another container in one go, is not leaving.
@MainActor
public protocol Presentable: AnyObject {
  /// The presentable that stands on the screen for this one; by default itself.
  var representative: any Presentable { get }

  /// The platform's controller that shows it.
  ///
  /// By default the representative's. A presentable without one gets an empty controller, and
  /// the misuse is reported.
  var viewController: PlatformViewController { get }

  /// Whether it is in the navigation tree, visible or hidden.
  ///
  /// By default the representative's answer; `true` for a presentable that represents itself and
  /// has never said otherwise.
  var isPresented: Bool { get }

  /// Whether it is visible: the present value at once if that is known, then each change.
  ///
  /// A presentable whose stream never says anything counts as visible.
  var isVisibleStream: AsyncStream<Bool> { get }

  /// Tells when it has left the tree: one element, then the stream ends.
  var onDismissed: AsyncStream<Void> { get }

  /// Whether steps from it are still welcome after its dismissal; by default not.
  var allowStepWhenDismissed: Bool { get }

  /// Observes visibility and dismissal.
  ///
  /// Controllers call the sink directly, when the tree has changed. The default implementation
  /// forwards to the representative; for a presentable that represents itself it reads the two
  /// streams, in tasks that the returned handle cancels.
  ///
  /// - Parameter sink: Called on the main actor: before this method returns with the present
  ///   visibility, if it is known directly, or with what the two streams hold; then with each
  ///   event.
  /// - Returns: The handle that keeps the sink subscribed.
  func observePresentation(
    _ sink: @escaping @MainActor (PresentationEvent) -> Void
  ) -> Cancellation
}

// An app's controller may have a member of the same name from a protocol of the app's own: that is
// the better choice then, hence `@_disfavoredOverload`.
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

  /// The representative; itself if its representatives stand for each other in a ring, at the end
  /// of which nothing is on screen.
  var nextRepresentative: any Presentable {
    let next = representative
    if next === self || next is any NavigationContainer { return next }
    // The second goes twice as fast as the first: in a ring it comes around and meets it.
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

  /// The answer of the representative; `true` for who represents itself.
  @_disfavoredOverload
  public var isPresented: Bool {
    let representative = nextRepresentative
    return representative === self || representative.isPresented
  }

  /// The stream of the representative; for who represents itself, one that ends at once.
  @_disfavoredOverload
  public var isVisibleStream: AsyncStream<Bool> {
    let representative = nextRepresentative
    return representative === self ? AsyncStream { $0.finish() } : representative.isVisibleStream
  }

  /// The stream of the representative; for who represents itself, one that ends at once.
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
  /// What the streams hold is read before this method returns.
  ///
  /// - Parameter sink: Called on the main actor with each event.
  /// - Returns: The handle that keeps the sink subscribed.
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
      advice: "Let the last one name a controller, or itself.", at: nil)
  }
}

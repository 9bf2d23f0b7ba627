/// The context of a flow and of its core: its own, else that of the flow above.
///
/// Looked up when it is used, so that a flow that is built before it is attached has the context of
/// the place where it is attached in the end.
@MainActor
final class FlowContext {
  private let chosen: NavigationContext?
  private var above: FlowContext?
  /// Where the flow was attached last.
  private var last: NavigationContext?

  init(_ chosen: NavigationContext?) {
    self.chosen = chosen
  }

  var context: NavigationContext {
    var current = self
    while current.chosen == nil, let above = current.above { current = above }
    return current.chosen ?? current.last ?? .shared
  }

  /// Has a flow above from now on, or none.
  ///
  /// - Parameter above: That of the flow above; with none, the present context remains.
  func move(under above: FlowContext?) {
    if self.above != nil { last = context }
    self.above = above
  }
}

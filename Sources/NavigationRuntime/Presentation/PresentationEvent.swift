/// An event of an observed presentable.
public enum PresentationEvent: Sendable, Equatable {
  /// It became visible, or hidden: beneath another screen, in another tab, behind a modal that
  /// covers it. Hidden is not gone.
  case visible(Bool)
  /// It has left the tree: popped, replaced, its container dismissed, its tab removed, the root
  /// replaced. Comes once for each time it was in the tree.
  case dismissed
}

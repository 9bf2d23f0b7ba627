import NavigationRuntime

/// Checks that the notifications of one responder are well bracketed.
@MainActor
final class BracketObserver: HeadlessHierarchyObserver {
  private(set) var open = 0
  private(set) var violations: [String] = []

  func headlessHierarchy(
    of responder: HeadlessResponder,
    did change: HeadlessHierarchyChange,
    by origin: HeadlessOrigin
  ) {
    switch change {
    case .transitionBegan: open += 1
    case .transitionEnded:
      open -= 1
      if open < 0 { violations.append("ended before it began") }
    case .contentsAtTop, .contents, .selection, .presentation, .surroundings, .display: break
    }
  }
}

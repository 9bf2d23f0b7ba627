/// One of many things that are done in turn, each of which ends at once or later.
///
/// Lets a loop go on from those that end at once, where calling the next one from the end of each
/// would fill the call stack.
@MainActor
final class Turn {
  private var isOver = false
  private var next: (@MainActor () -> Void)?

  /// To be called once, at its end.
  func end() {
    isOver = true
    let next = next
    self.next = nil
    next?()
  }

  /// Answers whether it has ended already; if not, `next` is called at its end.
  func hasEnded(otherwise next: @escaping @MainActor () -> Void) -> Bool {
    if !isOver { self.next = next }
    return isOver
  }
}

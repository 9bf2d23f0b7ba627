/// The completion of one of several operations in a sequence, which ends at once or later.
///
/// A loop continues after the operations that end at once. Starting the next one from each end
/// instead would fill the call stack.
@MainActor
final class CompletionLatch {
  private var isOver = false
  private var next: (@MainActor () -> Void)?

  /// Ends the operation.
  ///
  /// Called once, at the operation's end.
  func end() {
    isOver = true
    let next = next
    self.next = nil
    next?()
  }

  /// Returns whether the operation has ended; if not, `next` is called at its end.
  func hasEnded(otherwise next: @escaping @MainActor () -> Void) -> Bool {
    if !isOver { self.next = next }
    return isOver
  }
}

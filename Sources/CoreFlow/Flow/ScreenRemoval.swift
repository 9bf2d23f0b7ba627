/// The removal of the screens of flows that end, which is scheduled once.
///
/// It comes before the observers of the end are called, because they may attach the flow again or
/// another one in its place, and at the latest when the call that ends the flow returns.
@MainActor
final class ScreenRemoval {
  private var work: (@MainActor () -> ScheduledTransition?)?
  private(set) var transition: ScheduledTransition?

  init(_ work: @escaping @MainActor () -> ScheduledTransition?) {
    self.work = work
  }

  func schedule() {
    if let work = work.take() { transition = work() }
  }
}

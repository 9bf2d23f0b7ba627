/// The transitions that occupy a window, and the runners that its changes are attributed to: all
/// that each step of a flow reads of the window.
///
/// Owned by the window's scheduler. Nothing refers to it weakly, so it is retained and released at
/// full speed, where a store and a scheduler take the slow path of objects with weak references.
@MainActor
@usableFromInline
package final class WindowOccupancy {
  // Unchecked, all of them: each step passes them, and no other code runs during an access.
  /// The scheduler's transitions.
  @exclusivity(unchecked) var scheduled = SchedulerStateMachine()
  /// The number of the platform's running transitions.
  @exclusivity(unchecked) var transitionCount = 0
  /// Whether the store reads the window's containers.
  @exclusivity(unchecked) var isReading = false
  /// The store of the window, if the window is observed.
  @exclusivity(unchecked) weak var store: NavigationStore?
  /// The latest runner that changes are attributed to.
  @exclusivity(unchecked) private var runner: (any HandlerRunner)?
  /// The runners before the latest one, oldest first.
  @exclusivity(unchecked) private var earlier: [any HandlerRunner] = []
  /// Whether to ask the store for transitions, since the platform begins some without a report.
  var asksStore = false

  /// Whether a transition that is scheduled now would start at once.
  package var isFree: Bool {
    guard scheduled.isEmpty, !isTransitioning else { return false }
    return !asksStore || !(store?.isInTransition() ?? false)
  }

  var isTransitioning: Bool { transitionCount > 0 || isReading }

  /// Attributes changes from now on, outside the scheduler and not by the user, to a runner.
  ///
  /// - Parameter runner: The runner; retained until ``endAttribution(to:)``. The latest one counts,
  ///   except for changes that another one's task makes.
  package func attribute(to runner: any HandlerRunner) {
    if let latest = self.runner { earlier.append(latest) }
    self.runner = runner
  }

  package func endAttribution(to runner: any HandlerRunner) {
    if asksStore, let store, self.runner === runner || store.context.currentRunner === runner {
      store.noteAttributedChanges()
    }
    if self.runner === runner {
      self.runner = earlier.popLast()
    } else {
      earlier.removeAll { $0 === runner }
    }
  }

  /// Notes what a call has changed in a container, if the call is made in a handler's task and other
  /// handlers run.
  package func callDidReturn(in container: NavigationLifecycle) {
    guard asksStore, !earlier.isEmpty, let store, store.context.currentRunner != nil else { return }
    store.noteAttributedChanges(in: container)
  }

  /// The cause of a change while changes are attributed: the handler in whose task it is made, else
  /// the latest one.
  func attributedCause(by caller: (any HandlerRunner)?) -> NavigationCause? {
    guard let runner else { return nil }
    return caller?.cause ?? runner.cause
  }
}

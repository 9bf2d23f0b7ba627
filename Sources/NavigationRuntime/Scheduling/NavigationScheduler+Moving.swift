extension NavigationScheduler {
  /// Enqueues a transition whose turn has come in another scheduler: in the transaction of this one
  /// in whose body it was requested, else behind what waits here.
  ///
  /// One with an equal key that waits here and was requested later supersedes it.
  func takeOver(_ transition: ScheduledTransition, from former: NavigationScheduler) {
    let name = TraceWork(former, transition.id)
    let waiting = state.queuedIDs.compactMap { transitions[$0] }
    add(transition)
    trace?.rename(name, TraceWork(self, transition.id))
    if let key = transition.coalescingKey,
      waiting.contains(where: { $0.coalescingKey == key && $0.order > transition.order })
    {
      return finish(transition.id, .superseded)
    }
    enqueue(transition, nestedIn: innermost(of: transition.transactions)?.id)
  }
}

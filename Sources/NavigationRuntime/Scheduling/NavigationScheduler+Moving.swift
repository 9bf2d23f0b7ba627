extension NavigationScheduler {
  /// Enqueues a transition whose turn has come in another scheduler: in the transaction of this one
  /// in whose body it was requested, else behind what waits here.
  ///
  /// One with an equal key that waits here and was requested later supersedes it.
  func takeOver(_ transition: ScheduledTransition, from former: NavigationScheduler) {
    let number = transition.id
    add(transition)
    if former.trace === trace {
      trace?.rename(TraceWork(former, number), TraceWork(self, transition.id))
    } else {
      // The window belongs to another context; each trace contains the request with its end.
      transition.onEnd { former.trace?.requestDidEnd(TraceWork(former, number), $0) }
      traceRequest(transition)
    }
    if let key = transition.coalescingKey, let waiting = waiting(for: key),
      waiting.order > transition.order
    {
      return finish(transition.id, .superseded)
    }
    enqueue(transition, nestedIn: innermost(of: transition.transactions)?.id)
  }
}

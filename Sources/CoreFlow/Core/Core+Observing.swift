extension Core {
  /// Observes the state without copying it.
  ///
  /// An observer that subscribes inside `reduce` first receives the state that it commits. An
  /// action that an observer sends is reduced after all observers have received the current state.
  ///
  /// - Parameter observer: Called with the current state before this method returns, then with each
  ///   committed state, once and in order.
  /// - Returns: A handle that keeps the observer subscribed.
  @inlinable
  public final func observe(_ observer: @escaping StateObserver<State>) -> Cancellation {
    let id = nextObserverID
    nextObserverID += 1
    observers.append(StateSink(id: id, receive: observer))
    deliverFirst(to: observer)
    return Cancellation { [weak self] in self?.removeObserver(id) }
  }

  @inlinable
  final func deliverFirst(to observer: StateObserver<State>) {
    let resting = phase
    guard resting != .reducing else { return }
    let isResting = resting == .idle || resting == .recording
    if isResting { phase = .notifying }
    withUnsafeMutablePointer(to: &storage) { observer(UnsafePointer($0)) }
    guard isResting else { return }
    if hasAfterwork { finishWork() } else { phase = resting }
  }

  @usableFromInline
  final func removeObserver(_ id: Int) {
    guard let index = observerIndex(id) else { return }
    observers.remove(at: index)
    if phase == .notifying { hasLostObserver = true }
  }

  @usableFromInline
  final func isSubscribed(_ id: Int) -> Bool { observerIndex(id) != nil }

  /// The index of an observer.
  ///
  /// Observers are in the order of their identifiers.
  private final func observerIndex(_ id: Int) -> Int? {
    var low = 0
    var high = observers.count
    while low < high {
      let middle = (low + high) / 2
      if observers[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < observers.count && observers[low].id == id ? low : nil
  }
}

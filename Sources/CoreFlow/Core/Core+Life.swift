extension Core: ManagedCore {
  final var life: CoreLife { currentLife }

  final var lifeChanges: Multicast<CoreLife> {
    if let madeLifeChanges { return madeLifeChanges }
    let changes = Multicast<CoreLife>()
    madeLifeChanges = changes
    return changes
  }

  final func adopt(_ branch: FlowBranch) {
    contextSource.adopt(branch)
    contextDidChange()
  }

  final func contextDidChange() {
    effects?.follow(contextSource)
  }

  final func wait() {
    setLife(.waiting)
  }

  final func activate() {
    guard currentLife != .active else { return }
    if phase == .resigned { phase = recorder == nil ? .idle : .recording }
    setLife(.active)
    didBecomeActive()
  }

  final func resign(then: @escaping @MainActor () -> Void) {
    switch currentLife {
    case .resigned: return then()
    case .resigning: return afterResigning.append(then)
    case .unmanaged, .waiting, .active: afterResigning.append(then)
    }
    if phase == .idle || phase == .recording { finishResigning() } else { hasAfterwork = true }
  }

  final func finishResigning() {
    guard currentLife != .resigning else { return }
    // Skips `willDetach()` if the core was never active.
    let wasActive = currentLife == .active
    setLife(.resigning)
    if wasActive { willDetach() }
    phase = .resigned
    effects?.cancelAll()
    if wasActive { willResignActive() }
    setLife(.resigned)
    // A cancelled subscription may use the store, so it is released after the access to the store.
    do {
      let ended = store
      store = []
      withExtendedLifetime(ended) {}
    }
    let then = afterResigning
    afterResigning = []
    for then in then { then() }
  }

  private func setLife(_ life: CoreLife) {
    currentLife = life
    madeLifeChanges?.send(life)
  }
}

extension Core: ManagedCore {
  final var life: CoreLife { currentLife }

  final var lifeChanges: Multicast<CoreLife> {
    if let madeLifeChanges { return madeLifeChanges }
    let changes = Multicast<CoreLife>()
    madeLifeChanges = changes
    return changes
  }

  final func adopt(_ context: NavigationContext) {
    if chosenContext == nil, effects == nil { chosenContext = context }
  }

  final func wait() {
    setLife(.waiting)
  }

  final func activate() {
    guard currentLife != .active else { return }
    if phase == .resigned { phase = recorder == nil ? .idle : .recording }
    mustResign = false
    setLife(.active)
    didBecomeActive()
  }

  final func resign() {
    guard currentLife != .resigning, currentLife != .resigned else { return }
    guard phase == .idle || phase == .recording else {
      mustResign = true
      hasAfterwork = true
      return
    }
    mustResign = false
    setLife(.resigning)
    willDetach()
    phase = .resigned
    setLife(.resigned)
    effects?.cancelAll()
    willResignActive()
    store = []
  }

  private func setLife(_ life: CoreLife) {
    currentLife = life
    madeLifeChanges?.send(life)
  }
}

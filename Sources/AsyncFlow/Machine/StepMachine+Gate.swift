/// The gate: decides from a step's screen whether the step may be handled.
extension StepMachine {
  enum Gate {
    case open
    case held(SourceID)
    case refused(StepRefusal)
  }

  /// Checks the gate when a step is next in its flow.
  func gate(of item: Item) -> Gate {
    guard let id = item.source else { return forwardedGate(of: item) }
    guard let source = sources[id] else { return .refused(.dismissed) }
    guard !item.isInitial, source.value.holdsBack else { return .open }
    guard item.moment != nil, source.value.coveredPolicy == .refuse else { return .held(id) }
    return .refused(.covered(by: source.value.cover?.name))
  }

  /// Checks the gate again for a step that has waited since the first check.
  ///
  /// Its flow has begun to handle it, so a hidden screen no longer stops it, unless an earlier step
  /// hid the screen: with a transition that was running at the first check.
  func secondGate(of item: Item) -> Gate {
    guard let id = item.source, let source = sources[id] else { return gate(of: item) }
    guard source.value.holdsBack, isEarlier(source.value.cover, than: item) else { return .open }
    return gate(of: item)
  }

  /// Checks a forwarded step, which is refused only if an earlier step covered or removed the
  /// screen of its moment.
  private func forwardedGate(of item: Item) -> Gate {
    guard let moment = item.moment else { return .open }
    if let departure = departures[moment] {
      return isEarlier(departure, than: item) ? .refused(.dismissed) : .open
    }
    guard let source = sources[moment]?.value, source.holdsBack, source.coveredPolicy == .refuse,
      isEarlier(source.cover, than: item)
    else { return .open }
    return .refused(.covered(by: source.cover?.name))
  }

  private func isEarlier(_ cover: Cover?, than item: Item) -> Bool {
    cover?.intent.map { $0 < item.intent } ?? false
  }

  /// The contribution whose screen is visible when a step is emitted.
  func moment(
    from source: SourceID?, isInitial: Bool, following: Item?, call: CallID?
  ) -> SourceID? {
    if let source {
      return isInitial || sources[source]?.value.visibility != .visible ? nil : source
    }
    guard call == nil, let moment = following?.moment,
      let screen = sources[moment]?.value, screen.visibility == .visible, screen.policy != .always
    else { return nil }
    return moment
  }

  mutating func hold(_ item: Item, from id: SourceID) -> Action? {
    guard let source = sources.own(id) else { return nil }
    switch source.value.policy {
    case .drop where item.moment == nil: return finished(item, .refused(.hidden))
    case .hold, .always, .drop: source.value.held.append(item)
    case .latestOnly:
      let superseded = source.value.held
      source.value.held = [item]
      for old in superseded { finish(old, .refused(.superseded)) }
    }
    return nil
  }
}

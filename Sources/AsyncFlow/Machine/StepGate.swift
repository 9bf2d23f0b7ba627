/// The gate: decides from a step's screen whether the step may be handled.
///
/// Checking changes nothing. The checks are mutating because the call of a nonmutating function
/// would copy the machine.
extension StepMachine {
  enum Gate {
    case open
    case held(SourceID)
    case refused(StepRefusal)
  }

  /// Checks the gate when a step is next in its flow.
  mutating func gate(of step: StepTicket) -> Gate {
    guard let id = step.source else { return forwardedGate(of: step) }
    guard let source = sources[id] else { return .refused(.dismissed) }
    guard !step.isInitial, source.value.holdsBack else { return .open }
    guard step.visibleSource != nil, source.value.coveredPolicy == .refuse else { return .held(id) }
    return .refused(.covered(by: source.value.cover?.name))
  }

  /// Checks the gate again for a step that has waited since the first check.
  ///
  /// Its flow has begun to handle it, so a hidden screen no longer stops it, unless an earlier step
  /// hid the screen: with a transition that was running at the first check.
  mutating func secondGate(of step: StepTicket) -> Gate {
    guard let id = step.source, let source = sources[id] else { return gate(of: step) }
    guard source.value.holdsBack, step.isLater(than: source.value.cover) else { return .open }
    return gate(of: step)
  }

  /// Checks a forwarded step, which is refused only if an earlier step covered or removed the
  /// screen that was visible when its intent began.
  private mutating func forwardedGate(of step: StepTicket) -> Gate {
    guard let source = step.visibleSource else { return .open }
    if let departure = departures[source] {
      return step.isLater(than: departure) ? .refused(.dismissed) : .open
    }
    guard let screen = sources[source]?.value, screen.holdsBack, screen.coveredPolicy == .refuse,
      step.isLater(than: screen.cover)
    else { return .open }
    return .refused(.covered(by: screen.cover?.name))
  }

  /// The contribution whose screen is visible when a step is emitted.
  func visibleSource(
    from source: SourceID?, isInitial: Bool, following: StepItem?, call: CallID?
  ) -> SourceID? {
    if let source {
      return isInitial || sources[source]?.value.visibility != .visible ? nil : source
    }
    guard call == nil, let source = following?.ticket.visibleSource,
      let screen = sources[source]?.value, screen.visibility == .visible, screen.policy != .always
    else { return nil }
    return source
  }
}

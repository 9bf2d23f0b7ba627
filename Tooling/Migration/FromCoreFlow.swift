// Code for CoreFlow-C7T, with what the compiler says of it: an effect is a structure, and a core has two
// parameters. Then the closure of a procedure, and calls without the part that they observe.
import CoreFlow

enum CounterAction { case add }

final class CounterCore: Core<CounterAction, Int> {}

// error: specialized with too many type parameters
final class OtherCore: Core<CounterAction, Int, AnyObject> {}

@MainActor
func look(at effect: Effect<CounterAction>) {
  switch effect {
  // error: An effect has no cases to switch over
  case .none: break
  // error: missing argument labels
  case .run(let priority, let task): _ = (priority, task)
  default: break
  }
}

// A procedure's closure takes the outcome.

@MainActor
func launch(_ procedure: Procedure<Int>) {
  // warning: It is called after a completion only: take the outcome
  let handle = procedure.start(1) { print("done") }
  let other = procedure.start(1) { print($0) }
  handle.cancel()
  other.cancel()
}

struct CounterState { var count = 0 }

@MainActor
func observe(_ core: Core<CounterAction, CounterState>) {
  // error: Pass the part to observe, as in observeDistinctState(\.count)
  _ = core.observeDistinctState { print($0) }
  // error: Pass the part to observe, as in observeState(\.count)
  _ = core.observeState { print($0.count) }
}

final class CounterScreen: HeadlessScreen<Core<CounterAction, CounterState>> {
  override func bind() {
    // error: Pass the part to observe, as in observeDistinctState(\.count)
    observeDistinctState { [weak self] state in self?.title = "\(state.count)" }
    // error: Pass the part to observe, as in observeState(\.count)
    observeState { [weak self] state in self?.title = "\(state.count)" }
  }
}

// Code for CoreFlow-C7T, with what the compiler says of it: an effect is a structure, and a core has two
// parameters.
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

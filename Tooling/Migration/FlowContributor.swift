// A contributor holds objects of the main actor, and its case has four values.
import AsyncFlow

func needsSendable<Value: Sendable>(_ value: Value) {}

@MainActor
func use(_ contributor: FlowContributor, _ answer: FlowContributors) {
  // error: A contributor holds objects of the main actor: make it there, where it is returned
  needsSendable(contributor)
  // error: An answer holds objects of the main actor: make it there, where it is returned
  needsSendable(answer)
  switch contributor {
  // error: tuple pattern has the wrong length for tuple type
  case .contribute(let presentable, let stepper): _ = (presentable, stepper)
  default: break
  }
}

// A subject of values that are no steps is no source of a stepper's steps.
import AsyncFlow

// error: type 'NumberViewModel' does not conform to protocol 'Stepper'
final class NumberViewModel: FlowStepper {
  let steps = AsyncReplaySubject<Int>()
}

// error: type 'NumberListViewModel' does not conform to protocol 'Stepper'
final class NumberListViewModel: FlowStepper {
  let steps = AsyncPassthroughSubject<[Int]>()
}

@MainActor
final class WrappedNumber {
  // error: requires the types 'Int' and 'any Step' be equivalent
  @Steps<Int> var steps
}

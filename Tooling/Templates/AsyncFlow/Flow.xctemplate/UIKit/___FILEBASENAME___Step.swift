import AsyncFlow

/// What happens in ___VARIABLE_productName___; its flow decides what that means on screen.
enum ___VARIABLE_productName___Step: Step, Equatable {
  case start
  case finished
}

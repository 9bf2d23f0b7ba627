import AsyncFlow

/// The steps of ___VARIABLE_productName___; its flow navigates by them.
enum ___VARIABLE_productName___Step: Step, Equatable {
  case start
  case finished
}

import CoreFlow

/// What ___VARIABLE_productName___Procedure asks for, step by step; a core conforms.
@MainActor
protocol ___VARIABLE_productName___Steps: AnyObject {
  /// Returns who is asked next, and a value for that one.
  func begin() async throws -> (any ___VARIABLE_productName___Steps, String)

  /// Gets the value of the step before.
  func complete(with value: String) async throws
}

/// ___VARIABLE_productName___, step by step.
///
/// A core starts it with `___VARIABLE_productName___Procedure().start(self).store(in: &store)`.
final class ___VARIABLE_productName___Procedure: Procedure<any ___VARIABLE_productName___Steps> {
  override init() {
    super.init()
    onStep { steps in
      try await steps.begin()
    }
    .finalStep { steps, value in
      try await steps.complete(with: value)
    }
  }
}

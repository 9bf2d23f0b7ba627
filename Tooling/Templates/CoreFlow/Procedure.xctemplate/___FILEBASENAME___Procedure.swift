import CoreFlow

/// The steps of ___VARIABLE_productName___Procedure; a core conforms.
@MainActor
protocol ___VARIABLE_productName___Steps: AnyObject {
  /// Returns the actor of the next step, and a value for that step.
  func begin() async throws -> (any ___VARIABLE_productName___Steps, String)

  /// Receives the value of the step before.
  func complete(with value: String) async throws
}

/// The procedure ___VARIABLE_productName___.
///
/// Start it from a core: `___VARIABLE_productName___Procedure().start(self).store(in: &store)`.
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

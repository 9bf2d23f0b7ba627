#if canImport(SwiftUI)
import AsyncFlow
import SwiftUI

// SwiftUI has a view with the name of the protocol.

/// Emits the steps of a form that is a view.
public final class FormViewModel: FlowStepper {
  /// The source of the steps.
  @Steps<ShopStep> public var steps

  /// Makes a view model.
  public init() {}

  /// Emits the step for the purchase.
  public func buy() { steps.send(.bought) }
}

/// Returns the first step of a stepper.
///
/// - Parameter stepper: Any stepper.
/// - Returns: The step.
@MainActor
public func firstStep(of stepper: some AsyncFlow.Stepper) -> any Step { stepper.initialStep }
#endif

import NavigationRuntime

/// The choice of a screen's metadata.
@MainActor
enum FlowMetadataChoice {
  /// The stepper's declared metadata, else the flow's for the step, else that of the stepper's type.
  static func metadata(
    of stepper: (any Stepper)?, for step: any Step, in flow: any Flow
  ) -> (any FlowMetadata)? {
    let own = stepper?.metadata
    if let own, !isDefault(own) { return own }
    if let metadata = flow.metadata(for: step) { return metadata }
    // The type of one of the library's steppers describes no screen.
    return stepper is any AnonymousStepper ? nil : own
  }

  /// Whether a stepper declares metadata.
  static func isDeclared(by stepper: any Stepper) -> Bool { !isDefault(stepper.metadata) }

  private static func isDefault(_ metadata: any FlowMetadata) -> Bool {
    (metadata as? AutoFlowMetadata)?.isDefault ?? false
  }
}

/// A flow that maps its screens to their steps and steppers.
@MainActor
protocol ScreenAssociating: Flow {
  /// Returns the step that led to a screen, and the screen's stepper.
  func association(
    of screen: any NavigationContainer
  ) -> (step: any Step, stepper: (any Stepper)?)?
}

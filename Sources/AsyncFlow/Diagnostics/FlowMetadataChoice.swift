import NavigationRuntime

/// Which metadata people read about a screen.
@MainActor
enum FlowMetadataChoice {
  /// What a stepper declares; else what the flow says about the step; else what the stepper's type says.
  static func metadata(
    of stepper: (any Stepper)?, for step: any Step, in flow: any Flow
  ) -> (any FlowMetadata)? {
    let own = stepper?.metadata
    if let own, !isDefault(own) { return own }
    if let metadata = flow.metadata(for: step) { return metadata }
    // One of the library's steppers belongs to no screen in particular.
    return stepper is any AnonymousStepper ? nil : own
  }

  /// Whether a stepper has metadata of its own.
  static func isDeclared(by stepper: any Stepper) -> Bool { !isDefault(stepper.metadata) }

  private static func isDefault(_ metadata: any FlowMetadata) -> Bool {
    (metadata as? AutoFlowMetadata)?.isDefault ?? false
  }
}

/// A flow that knows which step and which stepper belong to its screens.
@MainActor
protocol ScreenAssociating: Flow {
  /// The step that led to a screen, and the screen's stepper.
  func association(
    of screen: any NavigationContainer
  ) -> (step: any Step, stepper: (any Stepper)?)?
}

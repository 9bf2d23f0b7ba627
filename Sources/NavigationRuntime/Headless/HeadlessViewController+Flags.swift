extension HeadlessViewController {
  /// Whether the controller is moving into its parent; valid inside the appearance callbacks.
  public final var isMovingToParent: Bool {
    runningCallbacks > 0 && membership == .arriving
  }

  /// Whether the controller is moving out of its parent; valid inside the appearance callbacks.
  public final var isMovingFromParent: Bool {
    runningCallbacks > 0 && membership == .leaving
  }

  /// Whether the controller is being presented; valid inside the appearance callbacks.
  public final var isBeingPresented: Bool {
    runningCallbacks > 0 && presence == .arriving
  }

  /// Whether the controller is being dismissed; valid inside the appearance callbacks.
  public final var isBeingDismissed: Bool {
    runningCallbacks > 0 && presence == .leaving
  }

  /// The running animated transition of the controller or of a container around it.
  public final var transitionCoordinator: (any HeadlessViewControllerTransitionCoordinator)? {
    var next: HeadlessViewController? = self
    while let controller = next {
      if let transition = controller.involvements.last(where: \.isAnimated) { return transition }
      next = controller.parent
    }
    return nil
  }

  /// Whether an operation on this controller has not ended yet.
  package final var isTransitioning: Bool {
    involvements.contains { $0.owner === self }
  }
}

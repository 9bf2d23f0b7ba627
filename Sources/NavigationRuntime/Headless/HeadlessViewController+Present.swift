extension HeadlessViewController {
  package func performPresent(
    _ controller: HeadlessViewController,
    animated: Bool,
    by origin: HeadlessOrigin = .code,
    completion: (() -> Void)? = nil
  ) -> Result<HeadlessTransition?, HeadlessRefusal> {
    layOutPresentation()
    if let refusal = refusalToPresent(controller) { return .failure(refusal) }
    let presenter = presentationContext(for: controller)
    let transition = HeadlessTransition(
      .present, on: presenter, from: presenter, to: controller, animated: animated, by: origin)
    if let completion {
      transition.addCompletion { completed in if completed { completion() } }
    }
    let work = HeadlessTransition.Work(
      change: {
        presenter.directPresented = controller
        controller.directPresenter = presenter
        controller.presence = .arriving
        presenter.notify(.presentation, by: origin)
      },
      begin: {
        if presenter.isShowing { controller.loadViewIfNeeded() }
        if controller.takesPresenterOffScreen {
          presenter.beginAppearance(false, animated: animated)
        }
        controller.beginAppearance(true, animated: animated)
      },
      end: { _ in
        controller.endAppearance()
        if controller.takesPresenterOffScreen { presenter.endAppearance() }
        if controller.presence == .arriving { controller.presence = .settled }
      }
    )
    return .success(presenter.platform.perform(transition, work, isOnScreen: true))
  }

  /// Returns the reason why a controller cannot be presented on this one, if there is one.
  private func refusalToPresent(_ controller: HeadlessViewController) -> HeadlessRefusal? {
    if isWithin(controller) { return .wouldBeCycle(controller, self) }
    if let presenter = controller.directPresenter {
      return .alreadyPresented(controller, by: presenter)
    }
    if controller.parent != nil || controller.rootWindow != nil {
      return .alreadyInHierarchy(controller)
    }
    if let running = runningPresentation {
      return .transitionRunning("Presenting \(controller.name)", self, running)
    }
    let presenter = presentationContext(for: controller)
    if let presented = presentedViewController ?? presenter.directPresented {
      return .alreadyPresenting(controller, self, presented)
    }
    // A controller that is about to leave the screen counts as gone: it would take the new one
    // along.
    guard isShowing, presenter.isShowing else { return .presenterNotInWindow(controller, self) }
    return nil
  }

  /// Performs presentations without animation that wait for the layout pass.
  func layOutPresentation() {
    for controller in ancestry {
      for transition in controller.involvements where !transition.isAnimated {
        controller.platform.layOut(transition)
      }
    }
  }
}

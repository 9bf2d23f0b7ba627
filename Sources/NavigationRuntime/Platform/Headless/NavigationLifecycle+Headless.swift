extension NavigationLifecycle: HeadlessHierarchyObserver {
  /// Passes on what a headless controller or window says of itself.
  ///
  /// - Parameters:
  ///   - responder: The controller or window that changed.
  ///   - change: What changed.
  ///   - origin: Whether the user or code changed it.
  public func headlessHierarchy(
    of responder: HeadlessResponder,
    did change: HeadlessHierarchyChange,
    by origin: HeadlessOrigin
  ) {
    let cause: NavigationCause = origin == .user ? .user : .code
    switch change {
    case .contentsAtTop: containerDidChange(.top, cause: cause)
    case .contents: containerDidChange(.contents, cause: cause)
    case .selection: containerDidChange(.selection, cause: cause)
    case .presentation: containerDidChange(.presentation, cause: cause)
    case .surroundings: surroundingsDidArrive()
    case .transitionBegan(let id, let isInteractive):
      transitionDidBegin(isInteractive: isInteractive, id: id)
    case .transitionEnded(let id, let completed):
      transitionDidEnd(id: id, completed: completed)
    }
  }
}

/// The lifecycle that a headless object keeps as its observer, made on first use.
@MainActor
func headlessLifecycle<Element: HeadlessResponder & NavigationContainer>(
  of element: Element
) -> NavigationLifecycle {
  if let lifecycle = element.hierarchyObserver as? NavigationLifecycle { return lifecycle }
  let lifecycle = NavigationLifecycle(of: element)
  element.hierarchyObserver = lifecycle
  return lifecycle
}

extension ScheduledTransition.Answer {
  /// What the headless platform answered.
  init(_ result: Result<HeadlessTransition?, HeadlessRefusal>) {
    switch result {
    case .success: self = .started
    case .failure(let refusal):
      self = .ended(.refused(TransitionRefusal(.ignoredByPlatform, "\(refusal)")))
    }
  }
}

extension HeadlessResponder {
  /// A name made from the type.
  var typeName: String { NavigationRuntime.navigationName(of: type(of: self)) }
}

extension NavigationLifecycle: HeadlessHierarchyObserver {
  /// Forwards a change of a headless controller or window.
  ///
  /// - Parameters:
  ///   - responder: The controller or window that changed.
  ///   - change: The change.
  ///   - origin: Whether the user or code made it.
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

/// Returns the lifecycle that a headless object retains as its observer, made on first use.
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
  /// Makes the answer from the headless platform's result.
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

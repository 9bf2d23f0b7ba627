extension NavigationIssue {
  static func notAttached(_ parent: String, _ child: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "notAttached"),
      fact: "\(parent) was asked to detach a \(child) that is not attached to it.",
      advice: "Detach a child once, from the flow that attached it; the user may have been first.")
  }

  static func alreadyAttached(_ parent: String, _ child: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "alreadyAttached"),
      fact: "\(parent) was asked to attach a \(child) that has a parent already, or is above "
        + "it or itself.",
      advice: "Make a new flow, or detach this one first.")
  }

  static func attachedToEnded(_ parent: String, _ child: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "attachedToEnded"),
      fact: "\(parent) was asked to attach a \(child) after it had ended.",
      advice: "Attach to a flow that is in use, and let go of those that have ended.")
  }

  static func noScreen(_ child: String, _ route: FlowRoute) -> Self {
    NavigationIssue(
      code: .init(rawValue: "noScreen"),
      fact: "\(child) has no screen that could come up by \(route).",
      advice: "Attach it by `.none`.")
  }

  static func noTarget(_ parent: String, _ route: FlowRoute) -> Self {
    if route == .root { return noWindow(parent) }
    return NavigationIssue(
      code: .init(rawValue: "noTarget"),
      fact: "There is nothing around the screen of \(parent) for a child to come up by \(route).",
      advice: "Put the screen on a stack or in tabs, and `launch(in:)` the root flow, or call "
        + "`context.store(for: window)`, so that the window is observed.")
  }

  private static func noWindow(_ parent: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "noTarget"),
      fact: "\(parent) is in no window in which a child could come up by root.",
      advice: "`launch(in:)` the root flow before a child is attached by `.root`.")
  }

  static func notShown(_ child: String, _ outcome: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "notShown"), severity: .abandoned,
      fact: "The screen of \(child) did not come up: \(outcome)",
      advice: "The child has been detached; attach it when its screen can come up.")
  }
}

extension FlowBranch {
  /// The text of a trap: a part of a flow was asked for while it was being made.
  static func alreadyMaking(_ part: String, of flow: String) -> String {
    "\(flow).create\(part)() asked for `\(part.lowercased())`, which it is just making. Make it "
      + "from what the flow got in its initialiser."
  }
}

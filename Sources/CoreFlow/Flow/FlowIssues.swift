extension NavigationIssue {
  static func notAttached(_ parent: String, _ child: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "notAttached"),
      fact: "\(parent) cannot detach \(child), which is not attached to it.",
      advice: "Detach a child once, from the flow that attached it; the user may have dismissed it "
        + "first.",
      at: site)
  }

  static func alreadyAttached(_ parent: String, _ child: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "alreadyAttached"),
      fact: "\(parent) cannot attach \(child): it already has a parent, or it is this flow or one "
        + "of its ancestors.",
      advice: "Make a new flow, or detach this one first.", at: site)
  }

  static func attachedToEnded(_ parent: String, _ child: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "attachedToEnded"),
      fact: "\(parent) cannot attach \(child): \(parent) has ended.",
      advice: "Attach to a flow that is in use, and release flows that have ended.", at: site)
  }

  static func endlessAttaching(
    _ parent: String, _ child: String, _ count: Int, _ site: CallSite
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "endlessAttaching"), severity: .abandoned,
      fact: "\(parent) did not attach \(child): \(count) children have ended at once, each "
        + "attached in answer to the end of the one before.",
      advice: "In `didDetach` and `onDetach`, attach no child that ends when it becomes active.",
      at: site)
  }

  static func activeBeforeParent(_ child: String, _ parent: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "activeBeforeParent"),
      fact: "\(child) is active before its parent \(parent): its core was used, or a child "
        + "attached to it, while it had no parent.",
      advice: "Attach from the root down, and use a core when its flow is attached.", at: site)
  }

  static func alreadyLaunched(_ flow: String, _ obstacle: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "alreadyLaunched"),
      fact: "\(flow) cannot be launched in a window: it is \(obstacle).",
      advice: "Make a flow for each window, or end this one first.", at: site)
  }

  static func notLaunched(_ flow: String, _ outcome: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "notLaunched"), severity: .abandoned,
      fact: "\(flow) was not launched: \(outcome)",
      advice: "The flow has ended; launch it when its screen is nowhere else.", at: site)
  }

  static func replacesParent(
    _ child: String, _ parent: String, _ replaced: String, _ site: CallSite
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "replacesParent"),
      fact: "\(parent) cannot attach \(child) by root: that would remove the screen of "
        + "\(replaced), and so end the child with its parent.",
      advice: "Launch a `ScreenLessFlow`, and attach both to it by `.root`.", at: site)
  }

  static func childrenHaveEnded(_ flow: String, _ children: [String]) -> Self {
    NavigationIssue(
      code: .init(rawValue: "childrenHaveEnded"),
      fact: "\(flow) is in use again, and its screen contains those of \(children), which ended "
        + "with it and are no longer attached.",
      advice: "Attach children in `didBecomeActive()` of the core, which is called each time, or "
        + "make a new flow.", at: nil)
  }

  static func coreInUse(_ flow: String, _ core: String, _ other: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "coreInUse"),
      fact: "The core of \(flow), \(core), is that of \(other) already; it resigns when either "
        + "ends.",
      advice: "Give each flow a core of its own in `createCore()`. What they share belongs in an "
        + "object that both cores receive.", at: nil)
  }

  static func notEmbedded(
    _ flow: String, _ container: String, _ reason: String, _ site: CallSite
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "notEmbedded"),
      fact: "\(flow) cannot be embedded in \(container): \(reason)",
      advice: "Embed a flow once, in a navigation controller for instance, in its initialiser or "
        + "before it is attached or shown; override `representative` for other containers.",
      at: site)
  }

  static func noScreen(_ child: String, _ route: FlowRoute, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "noScreen"),
      fact: "\(child) has no screen to show by \(route).",
      advice: "Attach it by `.none`.", at: site)
  }

  static func noTarget(
    _ parent: String, screenOf shower: String?, _ route: FlowRoute, _ site: CallSite
  ) -> Self {
    if route == .root { return noWindow(parent, site) }
    guard let shower else {
      return NavigationIssue(
        code: .init(rawValue: "noTarget"),
        fact: "\(parent) has no screen, and neither has a flow above it, so no child can be "
          + "shown by \(route).",
        advice: "Attach \(parent) to a flow with a screen first, or `launch(in:)` it and attach "
          + "the child by `.root`.", at: site)
    }
    return NavigationIssue(
      code: .init(rawValue: "noTarget"),
      fact: "The screen of \(shower) is in no container that shows a child by \(route).",
      advice: "Put the screen on a stack or in tabs, and `launch(in:)` the root flow, or call "
        + "`context.store(for: window)`, so that the window is observed.", at: site)
  }

  static func screenIsBeingMade(_ parent: String, _ route: FlowRoute, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "noTarget"),
      fact: "The screen of \(parent) is still being created, and can show no child by \(route).",
      advice: "Attach the child when `createScreen()` has returned, for instance in the screen's "
        + "`bind()`.", at: site)
  }

  private static func noWindow(_ parent: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "noTarget"),
      fact: "\(parent) is in no launched window, so no child can be shown by root.",
      advice: "`launch(in:)` the root flow before a child is attached by `.root`.", at: site)
  }

  static func notShown(_ child: String, _ outcome: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "notShown"), severity: .abandoned,
      fact: "The screen of \(child) did not appear: \(outcome)",
      advice: "The child has been detached; attach it when its screen can appear.", at: site)
  }

  static func notRemoved(_ child: String, _ refusal: TransitionRefusal, _ site: CallSite?) -> Self {
    NavigationIssue(
      code: .init(rawValue: "notRemoved"), severity: .abandoned,
      fact: "\(child) has ended, and its screen is still there: \(refusal)",
      advice: "Remove the screen when the reason no longer holds.", at: site)
  }
}

extension FlowNode {
  /// The text of the trap for reading a part of a flow while it is being created.
  static func alreadyMaking(_ part: String, of flow: String) -> String {
    "\(flow).create\(part)() read `\(part.lowercased())`, which it is creating. Create it from "
      + "the values passed to the flow's initialiser."
  }
}

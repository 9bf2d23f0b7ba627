import NavigationRuntime

extension NavigationIssue {
  static func rootChanged(_ flow: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "rootChanged"),
      fact: "The root of \(flow) is no longer the object that it was when the flow was started.",
      advice: "Keep the root in a stored property; end the flow to show another one.", at: nil)
  }

  static func flowAlreadyAlive(_ flow: String, _ site: CallSite? = nil) -> Self {
    NavigationIssue(
      code: .init(rawValue: "flowAlreadyAlive"),
      fact: "\(flow) was started while it was already alive.",
      advice: "Make a new flow for each start. To send a step to a living flow, call "
        + "`send(_:to:)`. To add a stepper to it, call `coordinate` of its own coordinator, or "
        + "contribute the stepper with `presentable: self` inside it.",
      at: site)
  }

  static func stepperAlreadyContributed(_ stepper: any Stepper, to flow: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "stepperAlreadyContributed"),
      fact: "\(type(of: stepper)) was contributed to \(flow) while another contribution of it "
        + "lives.",
      advice: "Give each screen a stepper of its own. Each step is handled once, for the newest "
        + "contribution that is visible.", at: nil)
  }

  static func coordinatorReleased(_ flows: [String], _ steps: [String]) -> Self {
    let content =
      flows.isEmpty ? "before its first flow" : "with \(flows.joined(separator: ", ")) in it"
    let waiting = steps.isEmpty ? "" : ", and \(steps.joined(separator: ", ")) unhandled"
    return NavigationIssue(
      code: .init(rawValue: "coordinatorReleased"), severity: .abandoned,
      fact: "A coordinator was released \(content)\(waiting).",
      advice: "Keep the coordinator, in a property of the scene's delegate for example.", at: nil)
  }

  static func unhandledStep(_ event: NavigationEvent) -> Self {
    let step = event.stepDescription
    return NavigationIssue(
      code: .init(rawValue: "unhandledStep"), severity: .abandoned,
      fact: event.reachedFlow
        ? "\(event.flowType) did not handle the step \(step)."
        : "No flow handled the step \(step).",
      advice: "Handle it, forward it to the parent, or observe it with `coordinator.onEvent`.",
      at: nil)
  }

  static func forwardedFromRoot(_ flow: String, _ step: any Step) -> Self {
    NavigationIssue(
      code: .init(rawValue: "forwardedFromRoot"),
      fact: "\(flow) forwarded \(step) to its parent, but has no parent.",
      advice: "Handle the step in the root flow.", at: nil)
  }

  static func noRecipient(_ flow: String, _ step: any Step) -> Self {
    NavigationIssue(
      code: .init(rawValue: "noRecipient"),
      fact: "\(flow) forwarded \(step), and no flow above takes \(type(of: step)).",
      advice: "Forward a step whose type one of the flows above handles, or let a flow above take "
        + "`any Step`. Send a step for a flow beside with `coordinator.send(_:to:)`.", at: nil)
  }

  static func coordinatorCompleted(_ flow: String, _ site: CallSite) -> Self {
    NavigationIssue(
      code: .init(rawValue: "coordinatorCompleted"),
      fact: "\(flow) was given to a coordinator that has completed.",
      advice: "Make a new coordinator.", at: site)
  }

  static func wrongResult(
    _ flow: String, _ value: any Sendable, _ expected: Any.Type, _ site: CallSite
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "wrongResult"),
      fact: "\(flow) finished with \(value), but \(expected) is awaited.",
      advice: "Finish the flow with a value of that type.", at: site)
  }

  static func endlessSteps(_ flow: String, _ step: any Step, _ count: Int) -> Self {
    NavigationIssue(
      code: .init(rawValue: "endlessSteps"), severity: .abandoned,
      fact: "\(step) was refused in \(flow): \(count) steps have followed from one another, each "
        + "sent by the handler of the one before, or forwarded or contributed in its answer.",
      advice: "Let the flow end the loop, or wait between two steps for something outside.",
      at: nil)
  }

  static func endlessFlows(_ parent: String, _ flow: String, _ count: Int) -> Self {
    NavigationIssue(
      code: .init(rawValue: "endlessFlows"), severity: .abandoned,
      fact: "\(flow) was refused in \(parent): \(count) flows are nested, each started by the "
        + "one above it.",
      advice: "End a flow before the next one starts, or start that from a flow further up.",
      at: nil)
  }

  static func awaitedInTransaction(
    _ awaited: String, _ flow: String, _ transaction: String, _ site: CallSite? = nil
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "mutualWait"),
      fact: "\(awaited) was refused: the transaction ‘\(transaction)’ would wait for it, and "
        + "\(flow) for the end of the transaction.",
      advice: "In a transaction, only request transitions; await everything else after it has "
        + "returned. A `Task` that its body starts counts as the body until the transaction has "
        + "ended. To handle several steps in order, follow a `DeepLinkPlan`.", at: site)
  }

  static func mutualWait(_ wait: String, _ chain: [String]) -> Self {
    NavigationIssue(
      code: .init(rawValue: "mutualWait"),
      fact: "\(wait) was refused: the handlers of \(chain.joined(separator: " → ")) would wait "
        + "for each other.",
      advice: "Do not await `navigate(to:)` there, or target a flow that does not wait.", at: nil)
  }
}

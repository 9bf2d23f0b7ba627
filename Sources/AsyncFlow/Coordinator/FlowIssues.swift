import NavigationRuntime

extension NavigationIssue {
  static func rootChanged(_ flow: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "rootChanged"),
      fact: "The root of \(flow) is another object than when the flow was started.",
      advice: "Keep the root in a stored property; a flow that moves on should end.")
  }

  static func flowAlreadyAlive(
    _ flow: String, fileID: String = #fileID, line: UInt = #line
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "flowAlreadyAlive"),
      fact: "\(flow) was contributed while it is alive already.",
      advice: "Make a new flow, or contribute its stepper with `presentable: self` from inside it.",
      fileID: fileID, line: line)
  }

  static func forwardedFromRoot(_ flow: String, _ step: any Step) -> Self {
    NavigationIssue(
      code: .init(rawValue: "forwardedFromRoot"),
      fact: "\(flow) forwarded \(step) to its parent, and it has none.",
      advice: "Handle the step in the root flow.")
  }

  static func coordinatorCompleted(_ flow: String, fileID: String, line: UInt) -> Self {
    NavigationIssue(
      code: .init(rawValue: "coordinatorCompleted"),
      fact: "\(flow) was given to a coordinator that has completed.",
      advice: "Make a new coordinator.", fileID: fileID, line: line)
  }

  static func wrongResult(_ flow: String, _ value: any Sendable, _ expected: Any.Type) -> Self {
    NavigationIssue(
      code: .init(rawValue: "wrongResult"),
      fact: "\(flow) finished with \(value), and \(expected) is awaited.",
      advice: "Finish the flow with a value of that type.")
  }

  static func endlessSteps(_ flow: String, _ step: any Step, _ count: Int) -> Self {
    NavigationIssue(
      code: .init(rawValue: "endlessSteps"), severity: .abandoned,
      fact: "\(step) was refused in \(flow): \(count) steps have followed from one another, each "
        + "forwarded or contributed in answer to the one before.",
      advice: "Let the flow end the loop, or wait between two steps for something outside.")
  }

  static func mutualWait(_ step: any Step, _ chain: [String]) -> Self {
    NavigationIssue(
      code: .init(rawValue: "mutualWait"),
      fact: "\(step) was refused: the handlers of \(chain.joined(separator: " → ")) would wait "
        + "for each other.",
      advice: "Do not await `navigate(to:)` there, or target a flow that does not wait.")
  }
}

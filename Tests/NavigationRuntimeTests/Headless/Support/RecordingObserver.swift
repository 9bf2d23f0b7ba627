import NavigationRuntime

/// Records the changes of an observed hierarchy.
@MainActor
final class RecordingObserver: HeadlessHierarchyObserver {
  private let label: String
  private let log: CallbackLog

  init(_ label: String, _ log: CallbackLog) {
    self.label = label
    self.log = log
  }

  func headlessHierarchy(
    of responder: HeadlessResponder,
    did change: HeadlessHierarchyChange,
    by origin: HeadlessOrigin
  ) {
    if change == .surroundings || change == .display { return }
    let what =
      switch change {
      case .contentsAtTop: "contentsAtTop"
      case .contents: "contents"
      case .selection: "selection"
      case .presentation: "presentation"
      case .display: "display"
      case .surroundings: "surroundings"
      case .transitionBegan(_, let isInteractive): isInteractive ? "beganInteractive" : "began"
      case .transitionEnded(_, let completed): completed ? "ended" : "cancelled"
      }
    log.write("\(label):\(what)\(origin == .user ? " by user" : "")")
  }
}

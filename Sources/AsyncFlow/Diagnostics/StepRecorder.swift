import Foundation
import NavigationRuntime

/// Records the external steps and the user's moves of a run, which can be saved and replayed.
///
/// ```swift
/// let recorder = StepRecorder(AppStep.self, MovieStep.self)
/// coordinator.recorder = recorder
/// …
/// let data = try JSONEncoder().encode(recorder.recording)
/// ```
@MainActor
public final class StepRecorder {
  /// The recording so far.
  public private(set) var recording = StepRecording()
  private var types = StepTypes()

  /// Makes a recorder.
  ///
  /// - Parameter types: The types of steps that it can encode. Other steps are omitted and
  ///   reported.
  public init<each S: Step & Codable>(_ types: repeat (each S).Type) {
    for type in repeat each types { self.types.insert(type) }
  }

  func record(_ step: any Step, path: [Int], issues: IssueReporter) {
    guard let name = types.name(of: type(of: step)), let codable = step as? any Step & Codable
    else {
      return issues.report(.cannotRecord(step, "its type was not given to the recorder"))
    }
    do {
      record(.step(path: path, type: name, step: try JSONEncoder().encode(codable)))
    } catch {
      issues.report(.cannotRecord(step, "\(error)"))
    }
  }

  func record(_ entry: StepRecording.Entry) { recording.entries.append(entry) }

  func step(of type: String, from data: Data) throws -> any Step {
    guard let found = types[type] else {
      throw StepReplayError(code: .unknownType, reason: "No type \(type) was given.")
    }
    return try JSONDecoder().decode(found, from: data)
  }
}

extension NavigationIssue {
  static func cannotRecord(_ change: NavigationTree.Change, _ reason: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "cannotRecord"),
      fact: "\(change) was not recorded: \(reason). A replay may lead to another tree.",
      advice: "Make the move through a step, so that a replay repeats it.", at: nil)
  }

  static func cannotRecord(_ step: any Step, _ reason: String) -> Self {
    NavigationIssue(
      code: .init(rawValue: "cannotRecord"), fact: "\(step) was not recorded: \(reason).",
      advice: "Make the step `Codable`, and pass its type to `StepRecorder.init`.", at: nil)
  }
}

/// The external input of a run: steps, in the order in which they were handled, and the user's
/// moves.
///
/// Can be saved. Initial and forwarded steps, those that a handler or
/// ``Stepper/readyToEmitSteps()`` sends, and the changes made by code are omitted, because they
/// follow from the rest.
public struct StepRecording: Codable, Sendable, Equatable {
  /// The entries, oldest first.
  public internal(set) var entries: [Entry] = []

  /// Makes an empty recording.
  public init() {}
}

extension StepRecording {
  /// A recorded step or move.
  public enum Entry: Sendable, Equatable {
    /// A flow has received a step of a type that it takes.
    ///
    /// The path to the flow is the index of its root, then of a child, and so on. The step is
    /// encoded next to the name of its type.
    case step(path: [Int], type: String, step: Data)
    /// The user has made a move in the window of a root flow.
    ///
    /// The root is its index among all roots. The path to the container consists of the indices of
    /// children, or −1 for a presented element, from the window's root on.
    case move(Move, root: Int, container: [Int])
  }

  /// A change that the user makes without a step.
  public enum Move: Sendable, Equatable {
    /// Goes back in a stack until this many screens are left.
    case back(keeping: Int)
    /// Dismisses the presented element.
    case dismiss
    /// Selects a tab or page.
    case select(Int)
  }
}

extension StepRecording.Entry: Codable {
  private struct Form: Codable {
    var path: [Int]?
    var type: String?
    var step: Data?
    var root: Int?
    var container: [Int]?
    var back: Int?
    var dismiss: Bool?
    var select: Int?
  }

  /// Decodes an entry; one without a container is a step.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A decoding error if it is neither a step nor a move.
  public init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    let move: StepRecording.Move? =
      form.back.map { .back(keeping: $0) } ?? form.select.map { .select($0) }
      ?? form.dismiss.map { _ in .dismiss }
    if let container = form.container, let root = form.root, let move {
      self = .move(move, root: root, container: container)
    } else if form.container == nil, let path = form.path, let type = form.type,
      let step = form.step
    {
      self = .step(path: path, type: type, step: step)
    } else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "It is neither a step nor a move."))
    }
  }

  /// Encodes the entry.
  public func encode(to encoder: any Encoder) throws {
    var form: Form
    switch self {
    case .step(let path, let type, let step): form = Form(path: path, type: type, step: step)
    case .move(let move, let root, let container):
      form = Form(root: root, container: container)
      switch move {
      case .back(let count): form.back = count
      case .dismiss: form.dismiss = true
      case .select(let index): form.select = index
      }
    }
    try form.encode(to: encoder)
  }
}

/// An error that prevents a recording from being replayed to its end.
public struct StepReplayError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of an error.
  public enum Code: Sendable, Equatable {
    /// The type of a step was not passed to the recorder.
    case unknownType
    /// There is no flow at the recorded path, or it takes no steps of this type.
    case noFlow
    /// There is no container at the recorded path.
    case noContainer
    /// The user's move is not possible.
    case refused
  }

  /// The kind of the error.
  public let code: Code
  /// A description of the error with its values.
  public let reason: String

  /// The reason.
  public var description: String { reason }
}

extension StepItem {
  /// Whether a stepper has emitted it, or a call from outside of handlers has navigated to it.
  @MainActor fileprivate var comesFromOutside: Bool {
    guard let call else { return source != nil && !isInitial }
    return call.nested == nil
  }
}

extension FlowEngine {
  func record(_ item: StepItem) {
    guard let recorder, !item.isRecorded, item.comesFromOutside else { return }
    // A step that was held after an answer of `adapt` passes twice.
    item.isRecorded = true
    recorder.record(item.step, path: path(to: item.node), issues: context.issues)
  }

  /// Excludes a new step from the recording if it follows from another one: a replay of that one
  /// leads to it again.
  func noteOrigin(of item: StepItem) {
    let isOfHandlersLink = item.call?.attempt?.link?.isFromHandler ?? false
    let isOfHandler = !isTakingOverSteps && isInHandler
    item.isRecorded = startingStepperCount > 0 || isOfHandlersLink || isOfHandler
  }

  /// Calls a stepper whose steps have been taken over.
  func callReadyToEmitSteps(of stepper: any Stepper) {
    startingStepperCount += 1
    stepper.readyToEmitSteps()
    startingStepperCount -= 1
  }

  private func path(to node: FlowNode) -> [Int] {
    var path: [Int] = []
    var current = node
    while true {
      let siblings = (current.parent?.children ?? roots).elements
      path.append(siblings.firstIndex { $0 === current } ?? 0)
      guard let parent = current.parent else { return path.reversed() }
      current = parent
    }
  }

  func node(at path: [Int]) -> FlowNode? {
    var nodes = roots.elements
    var node: FlowNode?
    for index in path {
      guard nodes.indices.contains(index) else { return nil }
      node = nodes[index]
      nodes = nodes[index].children.elements
    }
    return node
  }
}

/// Recording and replaying of the user's moves: changes of the screen without a step.
extension FlowEngine {
  /// Observes the user's moves in the windows of all flows, if a recorder is set.
  func followMoves() {
    movesFollowed = [:]
    guard recorder != nil else { return }
    for node in roots.subtrees { followMoves(around: node) }
  }

  /// Observes the user's moves in a flow's window, if a recorder is set.
  func followMoves(around node: FlowNode) {
    guard recorder != nil, let store = node.rootLifecycle?.store else { return }
    let window = store.tree.root.id
    guard movesFollowed[window] == nil else { return }
    movesFollowed[window] = store.onChange { [self, weak store] in
      guard let store, $0.cause.kind == .user else { return }
      record($0.change, in: store)
    }
  }

  private func record(_ change: NavigationTree.Change, in store: NavigationStore) {
    let move: StepRecording.Move? =
      switch change {
      case .popped(_, let stack): store.tree.node(stack).map { .back(keeping: $0.children.count) }
      case .dismissed: .dismiss
      case .selected(_, _, let index): .select(index)
      default: nil
      }
    guard let move else {
      return context.issues.report(.cannotRecord(change, "no move of the user has this effect"))
    }
    // A container that has left the tree did so in another change, which is recorded.
    guard let container = store.path(to: change.container),
      let root = roots.elements.firstIndex(where: { window(of: $0) === store })
    else { return }
    recorder?.record(.move(move, root: root, container: container))
  }

  func repeatMove(_ move: StepRecording.Move, root: Int, container path: [Int]) async throws {
    let roots = roots.elements
    guard roots.indices.contains(root), let store = window(of: roots[root]),
      let container = store.container(at: path)
    else {
      throw StepReplayError(
        code: .noContainer,
        reason: "There is no container at \(path) in the window of flow \(root) for \(move).")
    }
    func refusal(_ reason: String) -> StepReplayError {
      StepReplayError(code: .refused, reason: "\(move) at \(path): \(reason)")
    }
    let operation: NavigationOperation
    switch move {
    case .dismiss:
      // Without a modal of its own, the dismissal would be that of the modal around it.
      guard container.navigationRuntimePresented != nil else {
        throw refusal("\(container.label) presents nothing.")
      }
      operation = .dismiss
    case .select(let index): operation = .select(index)
    case .back(let count):
      guard count > 0, count < container.navigationRuntimeContainedCount else {
        throw refusal("\(container.label) holds \(container.navigationRuntimeContainedCount).")
      }
      operation = .popTo(container.navigationRuntimeContained(at: count - 1))
    }
    let outcome = await context.perform(
      operation, on: container, animated: false, cause: .user, fileID: nil, line: nil)
    guard outcome == .performed || outcome == .alreadyThere else {
      try Task.checkCancellation()
      throw refusal("\(outcome)")
    }
  }

  /// The store of the window in which a root flow or one of its descendants shows its screens.
  private func window(of root: FlowNode) -> NavigationStore? {
    root.subtree.lazy.compactMap(\.window).first
  }
}

import NavigationRuntime

/// The optional members of a flow, with the types that the flow declares.
///
/// If a type declares a member with a slightly different type, Swift silently uses the protocol's
/// default. ``Flow`` therefore refines this protocol, whose associated types follow the flow's own
/// declarations, and its defaults call those. `adapt` may take and return the flow's steps or any
/// step, optional or not, and may throw; metadata may be of one type or of any. A declaration that
/// cannot be converted is reported.
///
/// Types conform to ``Flow``, not to this protocol alone.
@MainActor
public protocol FlowSpelling: AnyObject {
  /// The parameter of the flow's own `adapt`.
  associatedtype AdaptParameter
  /// The result of the flow's own `adapt`.
  associatedtype AdaptResult
  /// The error of the flow's own `adapt`; `Never` if that does not throw.
  associatedtype AdaptError: Error
  /// The parameter of the flow's own `metadata(for:)`.
  associatedtype MetadataParameter
  /// The result of the flow's own `metadata(for:)`.
  associatedtype MetadataResult
  /// The type of the flow's own `currentStackMetadata`.
  associatedtype MetadataStack
  /// The type of the flow's own `metadataDidChange`.
  associatedtype MetadataChanges
  /// The type of a root that is not named, see ``Flows``.
  associatedtype UntypedRoot = any Presentable

  /// See ``Flow/adapt(step:)``.
  ///
  /// - Parameter step: The step.
  /// - Returns: The step to handle, or none.
  /// - Throws: An error that stops the step, and is reported unless it is a cancellation.
  func adapt(step: AdaptParameter) async throws(AdaptError) -> AdaptResult

  /// See ``Flow/metadata(for:)``.
  ///
  /// - Parameter step: The step.
  /// - Returns: Its metadata, or none.
  func metadata(for step: MetadataParameter) -> MetadataResult

  /// See ``Flow/currentStackMetadata``.
  var currentStackMetadata: MetadataStack { get }

  /// See ``Flow/metadataDidChange``.
  var metadataDidChange: MetadataChanges { get }
}

/// Calls a flow's own declarations.
///
/// A generic function over ``FlowSpelling`` alone does not see the defaults of ``Flow``.
@MainActor
enum OwnSpelling {
  static func adapt<F: FlowSpelling>(
    _ flow: F, _ step: F.AdaptParameter
  ) async throws(F.AdaptError) -> F.AdaptResult {
    try await flow.adapt(step: step)
  }

  static func metadata<F: FlowSpelling>(
    of flow: F, for step: F.MetadataParameter
  ) -> F.MetadataResult {
    flow.metadata(for: step)
  }

  static func currentStackMetadata<F: FlowSpelling>(of flow: F) -> F.MetadataStack {
    flow.currentStackMetadata
  }

  static func metadataDidChange<F: FlowSpelling>(of flow: F) -> F.MetadataChanges {
    flow.metadataDidChange
  }
}

/// A stream of changes with elements of any type.
@MainActor
protocol ChangeSource {
  /// A stream with one element for each of the source's.
  var pulses: AsyncStream<Void> { get }
}

extension AsyncStream: ChangeSource {
  var pulses: AsyncStream<Void> {
    let source = self
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in source { continuation.yield() }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}

extension ChangeSource where Self: Emitter {
  var pulses: AsyncStream<Void> {
    .subscribing { end in receive { _ in end.yield(()) } }
  }
}

extension AsyncPassthroughSubject: ChangeSource {}
extension AsyncReplaySubject: ChangeSource {}

extension NavigationIssue {
  static func adaptFailed(_ flow: Any.Type, _ step: Any, _ error: any Error) -> Self {
    NavigationIssue(
      code: .init(rawValue: "adaptFailed"), severity: .abandoned,
      fact: "\(flow) stopped \(step): its adapt(step:) has thrown \(error).",
      advice: "Catch the error in adapt(step:), and return nil or a step that shows it.", at: nil)
  }

  static func cannotConvert(
    _ member: String, of owner: Any.Type, _ own: Any.Type, to type: Any.Type
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "cannotConvert"),
      fact: "\(owner).\(member) is of type \(own) instead of \(type).",
      advice: "Declare it as \(type).", at: nil)
  }
}

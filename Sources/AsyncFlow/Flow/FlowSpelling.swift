import NavigationRuntime

/// The optional members of a flow, in whatever types a flow declares them.
///
/// Swift takes a protocol's default where a type declares a member with a slightly different type, and
/// says nothing. So ``Flow`` refines this protocol, whose associated types follow the flow's own
/// declarations, and the defaults of `Flow` ask them. `adapt` may take and return the flow's steps or any
/// step, optional or not; metadata may be of one type or of any. A declaration that cannot be
/// converted is reported.
///
/// Types conform to ``Flow``, not to this protocol alone.
@MainActor
public protocol FlowSpelling: AnyObject {
  /// What the flow's own `adapt` takes.
  associatedtype AdaptParameter
  /// What the flow's own `adapt` returns.
  associatedtype AdaptResult
  /// What the flow's own `metadata(for:)` takes.
  associatedtype MetadataParameter
  /// What the flow's own `metadata(for:)` returns.
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
  func adapt(step: AdaptParameter) async -> AdaptResult

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

/// Asks a flow's own declarations, whose types only the flow knows.
///
/// In a generic function over this protocol alone no default of ``Flow`` is in sight.
@MainActor
enum OwnSpelling {
  static func adapt<F: FlowSpelling>(
    _ flow: F, _ step: F.AdaptParameter
  ) async -> F.AdaptResult {
    await flow.adapt(step: step)
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

/// A stream that tells of changes, whatever its elements are.
@MainActor
protocol ChangeSource {
  /// An element for each of the source's own.
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

extension AsyncPassthroughSubject: ChangeSource {
  var pulses: AsyncStream<Void> { pulses { self.sink($0) } }
}

extension AsyncReplaySubject: ChangeSource {
  var pulses: AsyncStream<Void> { pulses { self.sink($0) } }
}

extension ChangeSource {
  fileprivate func pulses<Element>(
    _ subscribe: (@escaping @MainActor (Element) -> Void) -> Cancellation
  ) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let subscription = subscribe { _ in continuation.yield() }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }
}

extension NavigationIssue {
  static func cannotConvert(
    _ member: String, of owner: Any.Type, _ own: Any.Type, to type: Any.Type
  ) -> Self {
    NavigationIssue(
      code: .init(rawValue: "cannotConvert"),
      fact: "\(owner).\(member) is of type \(own), which is not \(type).",
      advice: "Declare it with that type.", at: nil)
  }
}

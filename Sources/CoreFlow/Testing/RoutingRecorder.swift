/// Records the calls that a router receives from a core, for a ``CoreTestStore`` to check.
///
/// ```swift
/// final class RouterDouble: FeatureRouting {
///   let recorder = RoutingRecorder()
///   func routeToDetail(id: Int) { recorder.record("detail \(id)") }
/// }
/// ```
@MainActor
public final class RoutingRecorder {
  var calls: [Any] = []

  /// Creates an empty recorder.
  public init() {}

  /// Records a call.
  ///
  /// - Parameter call: The call: a case of an enumeration of the test's own, or a text.
  public func record(_ call: some Equatable) {
    calls.append(call)
  }
}

/// Notes what a core asks of its router, so that a ``CoreTestStore`` can demand it.
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

  /// Makes a recorder that has noted nothing.
  public init() {}

  /// Notes a call.
  ///
  /// - Parameter call: What was asked: a case of an enumeration of the test's own, or a text.
  public func record(_ call: some Equatable) {
    calls.append(call)
  }
}

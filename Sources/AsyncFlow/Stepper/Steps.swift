/// Gives a stepper its subject of steps.
///
/// ```swift
/// final class LoginViewModel: FlowStepper {
///   @Steps var steps
/// }
/// ```
@propertyWrapper
@MainActor
public struct Steps {
  /// The subject; it keeps what is sent before somebody takes the steps over.
  public let wrappedValue: AsyncReplaySubject<any Step>

  /// Makes the subject.
  ///
  /// - Parameter bufferSize: How many of the newest steps somebody sees who only listens in.
  public init(bufferSize: Int = 1) {
    wrappedValue = AsyncReplaySubject(bufferSize: bufferSize)
  }
}

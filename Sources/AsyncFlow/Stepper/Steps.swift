/// A property wrapper that stores a stepper's subject of steps.
///
/// ```swift
/// final class LoginViewModel: FlowStepper {
///   @Steps var steps
/// }
/// ```
@propertyWrapper
@MainActor
public struct Steps {
  /// The subject; keeps all steps until the first consumer takes them over.
  public let wrappedValue: AsyncReplaySubject<any Step>

  /// Makes the subject.
  ///
  /// - Parameter bufferSize: The number of recent steps that a plain subscriber receives.
  public init(bufferSize: Int = 1) {
    wrappedValue = AsyncReplaySubject(bufferSize: bufferSize)
  }
}

/// A value of a state of which every assignment counts, such as the text of an alert.
///
/// ```swift
/// struct LoginState {
///   @Pulse var alert: String?
/// }
///
/// final class LoginScreen: HeadlessScreen<Core<String, LoginState>> {
///   override func bind() {
///     observePulse(\.$alert) { [weak self] text in self?.title = text }
///   }
/// }
/// ```
///
/// The reducer assigns the value, also an equal one, and each assignment is observed once.
///
/// Two pulses are equal if their values and the numbers of their assignments are, so an exhaustive
/// test also compares the second of two equal alerts. A test that is not exhaustive, and
/// ``CoreTestStore/assert(fileID:filePath:line:column:_:)``, compare the values alone.
///
/// The number belongs to the pulse: assign the value, and do not replace a state that contains the
/// pulse by a new one.
@propertyWrapper
public struct Pulse<Value> {
  /// The value; each assignment counts.
  public var wrappedValue: Value {
    didSet { assignmentCount &+= 1 }
  }

  /// The number of assignments since the creation.
  public private(set) var assignmentCount: UInt = 0

  /// Creates a pulse that has not been assigned.
  ///
  /// - Parameter wrappedValue: The first value, which does not count.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// Creates a pulse without a value.
  public init() where Value: ExpressibleByNilLiteral {
    self.init(wrappedValue: nil)
  }

  /// The pulse itself, for `observePulse`.
  public var projectedValue: Pulse { self }
}

/// A pulse of any type of value.
protocol AnyPulse {
  var anyValue: Any { get }
}

extension Pulse: AnyPulse {
  var anyValue: Any { wrappedValue }
}

extension Pulse: Equatable where Value: Equatable {}
extension Pulse: Hashable where Value: Hashable {}
extension Pulse: Sendable where Value: Sendable {}

extension Reactable {
  /// Observes the assignments of a pulse.
  ///
  /// - Parameters:
  ///   - keyPath: The pulse, as in `\.$alert`.
  ///   - sink: Called with the value after each action that has assigned it, whether it has changed
  ///     or not; before this method returns, if it was assigned earlier. Of several assignments in
  ///     one action, the last one counts.
  /// - Returns: A handle that keeps the sink subscribed.
  public func observePulse<Value>(
    _ keyPath: KeyPath<State, Pulse<Value>>, sink: @escaping @MainActor (Value) -> Void
  ) -> Cancellation {
    let seen = KeptValue<UInt>()
    seen.value = 0
    return observe { state in
      let pulse = state.pointee[keyPath: keyPath]
      guard pulse.assignmentCount != seen.value else { return }
      seen.value = pulse.assignmentCount
      sink(pulse.wrappedValue)
    }
  }
}

extension Screenable {
  /// Observes the assignments of a pulse, for as long as the screen lives.
  ///
  /// If the reactor is gone, there is nothing to observe, which is reported.
  ///
  /// - Parameters:
  ///   - keyPath: The pulse, as in `\.$alert`.
  ///   - fileID: The file of the call, for reports.
  ///   - line: The line of the call.
  ///   - sink: Called with the value after each action that has assigned it; also at first, if it
  ///     was assigned earlier.
  public func observePulse<Value>(
    _ keyPath: KeyPath<Core.State, Pulse<Value>>, fileID: String = #fileID, line: UInt = #line,
    sink: @escaping @MainActor (Value) -> Void
  ) {
    guard let reactor else { return reportNothingToObserve(fileID, line) }
    reactor.observePulse(keyPath, sink: sink).store(in: &store)
  }
}

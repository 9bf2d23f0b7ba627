/// Detects whether a type of flows declares an `adapt`: the default implementation records its call.
///
/// The answer is fixed at compile time, so the first step decides it for the type. Later steps skip
/// the default `adapt`.
@MainActor
enum DefaultAdaptation {
  private static var latest: ObjectIdentifier?

  static func didAnswer(for flow: AnyObject) { latest = ObjectIdentifier(type(of: flow)) }

  /// Whether the latest call of the default was for a flow of this type.
  static func answered(for flow: AnyObject) -> Bool {
    latest == ObjectIdentifier(type(of: flow))
  }
}

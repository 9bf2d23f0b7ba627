// What the compiler says of code that was written for CoreFlow-C7T; Docs/MIGRATION.md has the table,
// and Tooling/check-migration compiles each line of it.

extension Effect {
  /// Unavailable: an effect is a structure, without cases.
  ///
  /// - Parameters:
  ///   - pattern: A pattern of a `switch`.
  ///   - effect: An effect.
  /// - Returns: Nothing.
  @available(
    *, unavailable,
    message: "An effect has no cases to switch over: test what it does, with a CoreTestStore."
  )
  public static func ~= (pattern: Effect, effect: Effect) -> Bool { fatalError("unavailable") }
}

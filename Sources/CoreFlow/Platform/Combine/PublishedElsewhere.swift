#if canImport(Combine)
/// A step of a procedure published its result off the main actor, to which a result that need not
/// be `Sendable` must not go.
public struct PublishedElsewhere: Error, Sendable, Equatable, CustomStringConvertible {
  /// The type of the publisher.
  public var publisher: String

  /// What happened, and what to do.
  public var description: String {
    "\(publisher) published the result of a step off the main actor. Put `.receive(on: "
      + "DispatchQueue.main)` before it."
  }
}
#endif

#if canImport(Combine)
/// An error for a step of a procedure that published its result off the main actor.
///
/// A result need not be `Sendable`, so it must not be sent to the main actor.
public struct PublishedElsewhere: Error, Sendable, Equatable, CustomStringConvertible {
  /// The type of the publisher.
  public var publisher: String

  /// A description of the error, with the remedy.
  public var description: String {
    "\(publisher) published the result of a step off the main actor. Put `.receive(on: "
      + "DispatchQueue.main)` before it."
  }
}
#endif

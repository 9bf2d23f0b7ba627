/// What happened to a run from outside: steps, in the order in which they were handled, and the
/// user's own moves.
///
/// Can be saved. Initial and forwarded steps are not in it, since they follow from the others; nor
/// is what code does, which follows from the steps.
public struct StepRecording: Codable, Sendable, Equatable {
  /// What happened, oldest first.
  public internal(set) var entries: [Entry] = []

  /// Makes an empty recording.
  public init() {}
}

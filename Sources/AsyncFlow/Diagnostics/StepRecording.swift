/// The external input of a run: steps, in the order in which they were handled, and the user's moves.
///
/// Can be saved. Initial and forwarded steps and the changes made by code are omitted, because they
/// follow from the rest.
public struct StepRecording: Codable, Sendable, Equatable {
  /// The entries, oldest first.
  public internal(set) var entries: [Entry] = []

  /// Makes an empty recording.
  public init() {}
}

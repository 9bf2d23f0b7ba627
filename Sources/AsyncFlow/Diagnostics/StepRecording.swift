import Foundation

/// The steps of a run that came from outside, in the order in which they were handled.
///
/// Can be saved. Initial and forwarded steps are not in it, since they follow from the others; nor
/// are the user's own moves, which are no steps.
public struct StepRecording: Codable, Sendable, Equatable {
  /// One step.
  public struct Entry: Codable, Sendable, Equatable {
    /// The way to the flow that handled it: the place of a root, then of a child, and so on.
    public let path: [Int]
    /// The name of the step's type.
    public let type: String
    /// The step, encoded.
    public let step: Data
  }

  /// The steps, oldest first.
  public internal(set) var entries: [Entry] = []

  /// Makes an empty recording.
  public init() {}
}

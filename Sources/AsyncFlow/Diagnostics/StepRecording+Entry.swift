import Foundation

extension StepRecording {
  /// A recorded step or move.
  public enum Entry: Sendable, Equatable {
    /// A flow has handled a step.
    ///
    /// The path to the flow is the index of its root, then of a child, and so on. The step is encoded
    /// next to the name of its type.
    case step(path: [Int], type: String, step: Data)
    /// The user has made a move in the window of a root flow.
    ///
    /// The root is its index among all roots. The path to the container consists of the indices of
    /// children, or −1 for a presented element, from the window's root on.
    case move(Move, root: Int, container: [Int])
  }

  /// A change that the user makes without a step.
  public enum Move: Sendable, Equatable {
    /// Goes back in a stack until this many screens are left.
    case back(keeping: Int)
    /// Dismisses the presented element.
    case dismiss
    /// Selects a tab or page.
    case select(Int)
  }
}

extension StepRecording.Entry: Codable {
  private enum CodingKeys: String, CodingKey {
    case path, type, step
    case root, container, back, dismiss, select
  }

  /// Decodes an entry; one without a container is a step.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A decoding error if it is neither a step nor a move.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    guard let container = try values.decodeIfPresent([Int].self, forKey: .container) else {
      self = .step(
        path: try values.decode([Int].self, forKey: .path),
        type: try values.decode(String.self, forKey: .type),
        step: try values.decode(Data.self, forKey: .step))
      return
    }
    let move: StepRecording.Move
    if let count = try values.decodeIfPresent(Int.self, forKey: .back) {
      move = .back(keeping: count)
    } else if let index = try values.decodeIfPresent(Int.self, forKey: .select) {
      move = .select(index)
    } else {
      _ = try values.decode(Bool.self, forKey: .dismiss)
      move = .dismiss
    }
    self = .move(move, root: try values.decode(Int.self, forKey: .root), container: container)
  }

  /// Encodes the entry.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .step(let path, let type, let step):
      try values.encode(path, forKey: .path)
      try values.encode(type, forKey: .type)
      try values.encode(step, forKey: .step)
    case .move(let move, let root, let container):
      try values.encode(root, forKey: .root)
      try values.encode(container, forKey: .container)
      switch move {
      case .back(let count): try values.encode(count, forKey: .back)
      case .dismiss: try values.encode(true, forKey: .dismiss)
      case .select(let index): try values.encode(index, forKey: .select)
      }
    }
  }
}

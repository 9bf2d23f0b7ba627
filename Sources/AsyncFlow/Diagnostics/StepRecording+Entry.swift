import Foundation

extension StepRecording {
  /// One thing that happened.
  public enum Entry: Sendable, Equatable {
    /// A flow has handled a step.
    ///
    /// The flow is named by the way to it: the place of a root, then of a child, and so on. The step
    /// is encoded, and its type is named.
    case step(path: [Int], type: String, step: Data)
    /// The user has moved in the window of a root flow.
    ///
    /// The container is named by the place of the root flow among all, and by the way through what
    /// is in its window: the place of a child, or −1 for what is presented.
    case move(Move, root: Int, container: [Int])
  }

  /// What a user can do without a step.
  public enum Move: Sendable, Equatable {
    /// Goes back in a stack until so many are left.
    case back(keeping: Int)
    /// Takes away what is presented.
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

  /// Reads an entry; one that names no container is a step.
  ///
  /// - Parameter decoder: Where from.
  /// - Throws: If it is neither a step nor a move.
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

  /// Writes the entry.
  ///
  /// - Parameter encoder: Where to.
  /// - Throws: If it cannot be written there.
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

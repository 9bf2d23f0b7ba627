extension NavigationTree {
  /// A slot of a particular node.
  ///
  /// ``Change/moved(_:from:to:)`` names two of them.
  public struct Place: Hashable, Sendable, Codable {
    /// One of the two slots of a node, with the index among the children.
    public enum Slot: Hashable, Sendable {
      /// Among the children, at this index.
      case index(Int)
      /// The modal of the node.
      case modal
    }

    /// The node that contains or presents.
    public var container: NavigationNodeID
    /// The slot of the node.
    public var slot: Slot

    /// Makes a value from the node and its slot.
    public init(container: NavigationNodeID, slot: Slot) {
      self.container = container
      self.slot = slot
    }

    /// Returns the slot at an index among a node's children.
    public static func index(_ index: Int, of container: NavigationNodeID) -> Self {
      Self(container: container, slot: .index(index))
    }

    /// Returns the slot of a node's modal.
    public static func modal(of container: NavigationNodeID) -> Self {
      Self(container: container, slot: .modal)
    }
  }
}

extension NavigationTree.Place: CustomStringConvertible {
  /// The slot in words: `index 2 of #4`, `modal of #4`.
  public var description: String {
    switch slot {
    case .index(let index): return "index \(index) of \(container)"
    case .modal: return "modal of \(container)"
    }
  }
}

extension NavigationTree.Place {
  private enum CodingKeys: String, CodingKey {
    case container
    case index
  }

  /// Decodes a slot; one without an index is the modal's.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    container = try values.decode(NavigationNodeID.self, forKey: .container)
    slot = try values.decodeIfPresent(Int.self, forKey: .index).map(Slot.index) ?? .modal
  }

  /// Encodes the container and, unless it is the modal's slot, the index.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(container, forKey: .container)
    if case .index(let index) = slot {
      try values.encode(index, forKey: .index)
    }
  }
}

extension NavigationTree: Codable {
  private enum CodingKeys: String, CodingKey {
    case root
  }

  /// Decodes and validates a tree.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: ``NavigationTreeError`` that names the damaged node, or else its nearest ancestor
  ///   that could be read.
  public init(from decoder: any Decoder) throws {
    do {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      try self.init(values.decode(Node.self, forKey: .root))
    } catch {
      throw NavigationTreeError.damagedData(error, at: decoder.codingPath)
    }
  }

  /// Encodes the tree as an object with its `root`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(root, forKey: .root)
  }
}

/// The JSON form: an object with `id`, `name` and `kind`; `children`, `selected` and `modal` only
/// where there are any.
extension NavigationTree.Node: Codable {
  private enum CodingKeys: String, CodingKey {
    case id
    case name
    case kind
    case children
    case selected
    case modal
  }

  /// Decodes a node with everything below it, and checks the kind, children and selection of each
  /// node.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: ``NavigationTreeError`` that names the node, or else its nearest ancestor that could
  ///   be read.
  public init(from decoder: any Decoder) throws {
    var readID: NavigationNodeID?
    var readName: String?
    do {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      let id = try values.decode(NavigationNodeID.self, forKey: .id)
      readID = id
      let name = try values.decode(String.self, forKey: .name)
      readName = name
      let text = try values.decode(String.self, forKey: .kind)
      guard let kind = NavigationTree.Kind(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .kind, in: values,
          debugDescription: "There is no kind \"\(text)\".")
      }
      self.init(
        id: id,
        name: name,
        kind: kind,
        children: try values.decodeIfPresent([Self].self, forKey: .children) ?? [],
        selectedIndex: try values.decodeIfPresent(Int.self, forKey: .selected),
        modal: try values.decodeIfPresent(Self.self, forKey: .modal)
      )
      try validateContents()
    } catch {
      throw NavigationTreeError.damagedData(error, at: decoder.codingPath)
        .located(in: readID, name: readName)
    }
  }

  /// Encodes a node with everything below it.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(name, forKey: .name)
    try values.encode(kind.description, forKey: .kind)
    if !children.isEmpty {
      try values.encode(children, forKey: .children)
    }
    try values.encodeIfPresent(selectedIndex, forKey: .selected)
    try values.encodeIfPresent(modal, forKey: .modal)
  }
}

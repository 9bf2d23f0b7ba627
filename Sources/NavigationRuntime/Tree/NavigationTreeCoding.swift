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
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: ``NavigationTreeError`` for a tree of more than 200 levels.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(root, forKey: .root)
  }
}

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
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: ``NavigationTreeError`` for a node with more than 200 levels, which a decoder of JSON
  ///   would not read, and which might overflow the stack.
  public func encode(to encoder: any Encoder) throws {
    guard canBeEncoded else { throw NavigationTreeError.tooDeep(self, levels: height + 1) }
    try encodeValues(to: encoder)
  }

  /// Whether it has at most 200 levels.
  ///
  /// Each level may be an array and an object, of which Foundation reads 512 in one another.
  var canBeEncoded: Bool { height < 200 }

  /// Encodes a node that is not too deep.
  private func encodeValues(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(name, forKey: .name)
    try values.encode(kind.description, forKey: .kind)
    if !children.isEmpty {
      var list = values.nestedUnkeyedContainer(forKey: .children)
      for child in children { try list.encode(Part(node: child)) }
    }
    try values.encodeIfPresent(selectedIndex, forKey: .selected)
    try values.encodeIfPresent(modal.map(Part.init), forKey: .modal)
  }

  /// A node whose depth has been checked together with that of the node around it.
  private struct Part: Encodable {
    let node: NavigationTree.Node

    func encode(to encoder: any Encoder) throws { try node.encodeValues(to: encoder) }
  }
}

/// The JSON form: an object with the name of the case as `change`, the changed node as `container`,
/// and the nodes of `removed` and `inserted`, where there are any.
extension NavigationTree.Change: Codable {
  private enum Name: String, Codable {
    case pushed
    case popped
    case stackReplaced
    case presented
    case dismissed
    case modalReplaced
    case selected
    case tabsReplaced
    case contentsReplaced
    case moved
    case rootReplaced
  }

  private enum CodingKeys: String, CodingKey {
    case change
    case container
    case index
    case removed
    case inserted
    case oldSelection
    case newSelection
    case oldKind
    case newKind
    case node
    case from
    case to
  }

  /// Decodes a change.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: ``NavigationTreeError`` if a node in it is damaged, `DecodingError` for other
  ///   damage. Whether the change fits a tree is checked when it is applied.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)

    func nodes(_ key: CodingKeys) throws -> [NavigationTree.Node] {
      try values.decode([NavigationTree.Node].self, forKey: key)
    }
    func node(_ key: CodingKeys) throws -> NavigationTree.Node {
      let nodes = try nodes(key)
      guard let node = nodes.first, nodes.count == 1 else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: values, debugDescription: "One node is needed, not \(nodes.count).")
      }
      return node
    }
    func id() throws -> NavigationNodeID {
      try values.decode(NavigationNodeID.self, forKey: .container)
    }
    func index() throws -> Int { try values.decode(Int.self, forKey: .index) }
    func selection(_ key: CodingKeys) throws -> Int? {
      try values.decodeIfPresent(Int.self, forKey: key)
    }
    func contents(
      _ kindKey: CodingKeys,
      _ key: CodingKeys,
      _ selectionKey: CodingKeys
    ) throws -> NavigationTree.Contents {
      let text = try values.decode(String.self, forKey: kindKey)
      guard let kind = NavigationTree.Kind(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: kindKey, in: values, debugDescription: "There is no kind \"\(text)\".")
      }
      return NavigationTree.Contents(
        kind: kind, children: try nodes(key), selectedIndex: try selection(selectionKey))
    }

    switch try values.decode(Name.self, forKey: .change) {
    case .pushed:
      self = .pushed(try nodes(.inserted), onto: try id())
    case .popped:
      self = .popped(try nodes(.removed), from: try id())
    case .stackReplaced:
      self = .stackReplaced(
        try id(), keeping: try index(), removed: try nodes(.removed),
        inserted: try nodes(.inserted))
    case .presented:
      self = .presented(try node(.inserted), over: try id())
    case .dismissed:
      self = .dismissed(try node(.removed), from: try id())
    case .modalReplaced:
      self = .modalReplaced(try node(.removed), by: try node(.inserted), over: try id())
    case .selected:
      self = .selected(
        try id(),
        from: try values.decode(Int.self, forKey: .oldSelection),
        to: try values.decode(Int.self, forKey: .newSelection))
    case .tabsReplaced:
      self = .tabsReplaced(
        try id(), at: try index(), removed: try nodes(.removed), inserted: try nodes(.inserted),
        from: try selection(.oldSelection), to: try selection(.newSelection))
    case .contentsReplaced:
      self = .contentsReplaced(
        try id(), at: try index(),
        from: try contents(.oldKind, .removed, .oldSelection),
        to: try contents(.newKind, .inserted, .newSelection))
    case .moved:
      self = .moved(
        try values.decode(NavigationTree.Node.self, forKey: .node),
        from: try values.decode(NavigationTree.Slot.self, forKey: .from),
        to: try values.decode(NavigationTree.Slot.self, forKey: .to))
    case .rootReplaced:
      self = .rootReplaced(try node(.removed), by: try node(.inserted))
    }
  }

  /// Encodes the change.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)

    func encode(_ name: Name, at index: Int? = nil) throws {
      try values.encode(name, forKey: .change)
      try values.encode(container, forKey: .container)
      try values.encodeIfPresent(index, forKey: .index)
    }
    func encodeNodes() throws {
      try values.encode(removed, forKey: .removed)
      try values.encode(inserted, forKey: .inserted)
    }
    func encodeSelection(_ old: Int?, _ new: Int?) throws {
      try values.encodeIfPresent(old, forKey: .oldSelection)
      try values.encodeIfPresent(new, forKey: .newSelection)
    }

    switch self {
    case .pushed:
      try encode(.pushed)
      try values.encode(inserted, forKey: .inserted)
    case .popped:
      try encode(.popped)
      try values.encode(removed, forKey: .removed)
    case .stackReplaced(_, let keeping, _, _):
      try encode(.stackReplaced, at: keeping)
      try encodeNodes()
    case .presented:
      try encode(.presented)
      try values.encode(inserted, forKey: .inserted)
    case .dismissed:
      try encode(.dismissed)
      try values.encode(removed, forKey: .removed)
    case .modalReplaced:
      try encode(.modalReplaced)
      try encodeNodes()
    case .selected(_, let from, let to):
      try encode(.selected)
      try encodeSelection(from, to)
    case .tabsReplaced(_, let index, _, _, let from, let to):
      try encode(.tabsReplaced, at: index)
      try encodeNodes()
      try encodeSelection(from, to)
    case .contentsReplaced(_, let index, let from, let to):
      try encode(.contentsReplaced, at: index)
      try values.encode(from.kind.description, forKey: .oldKind)
      try values.encode(to.kind.description, forKey: .newKind)
      try encodeNodes()
      try encodeSelection(from.selectedIndex, to.selectedIndex)
    case .moved(let node, let from, let to):
      try values.encode(Name.moved, forKey: .change)
      try values.encode(node, forKey: .node)
      try values.encode(from, forKey: .from)
      try values.encode(to, forKey: .to)
    case .rootReplaced:
      try encode(.rootReplaced)
      try encodeNodes()
    }
  }
}

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
    case id, name, kind, children, selected, modal
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
  private struct Form: Codable {
    enum Name: String, Codable {
      case pushed, popped, stackReplaced
      case presented, dismissed, modalReplaced
      case selected, tabsReplaced, contentsReplaced
      case moved, rootReplaced
    }

    var change: Name
    var container: NavigationNodeID?
    var index: Int?
    var removed: [NavigationTree.Node]?
    var inserted: [NavigationTree.Node]?
    var oldSelection: Int?
    var newSelection: Int?
    var oldKind: String?
    var newKind: String?
    var node: NavigationTree.Node?
    var from: NavigationTree.Slot?
    var to: NavigationTree.Slot?
  }

  /// Decodes a change.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: ``NavigationTreeError`` if a node in it is damaged, `DecodingError` for other
  ///   damage. Whether the change fits a tree is checked when it is applied.
  public init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)

    func damage(_ text: String) -> DecodingError {
      .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
    }
    func value<Value>(_ value: Value?, _ name: String) throws -> Value {
      guard let value else { throw damage("\(form.change.rawValue) has no \(name).") }
      return value
    }
    func id() throws -> NavigationNodeID { try value(form.container, "container") }
    func index() throws -> Int { try value(form.index, "index") }
    func removed() throws -> [NavigationTree.Node] { try value(form.removed, "removed") }
    func inserted() throws -> [NavigationTree.Node] { try value(form.inserted, "inserted") }
    func one(_ nodes: [NavigationTree.Node]) throws -> NavigationTree.Node {
      guard nodes.count == 1 else { throw damage("One node is needed, not \(nodes.count).") }
      return nodes[0]
    }
    func contents(
      _ kind: String?, _ children: [NavigationTree.Node], _ selection: Int?
    ) throws -> NavigationTree.Contents {
      let text = try value(kind, "kind")
      guard let kind = NavigationTree.Kind(text) else {
        throw damage("There is no kind \"\(text)\".")
      }
      return NavigationTree.Contents(kind: kind, children: children, selectedIndex: selection)
    }

    switch form.change {
    case .pushed: self = .pushed(try inserted(), onto: try id())
    case .popped: self = .popped(try removed(), from: try id())
    case .stackReplaced:
      self = .stackReplaced(
        try id(), keeping: try index(), removed: try removed(), inserted: try inserted())
    case .presented: self = .presented(try one(inserted()), over: try id())
    case .dismissed: self = .dismissed(try one(removed()), from: try id())
    case .modalReplaced:
      self = .modalReplaced(try one(removed()), by: try one(inserted()), over: try id())
    case .selected:
      self = .selected(
        try id(), from: try value(form.oldSelection, "oldSelection"),
        to: try value(form.newSelection, "newSelection"))
    case .tabsReplaced:
      self = .tabsReplaced(
        try id(), at: try index(), removed: try removed(), inserted: try inserted(),
        from: form.oldSelection, to: form.newSelection)
    case .contentsReplaced:
      self = .contentsReplaced(
        try id(), at: try index(),
        from: try contents(form.oldKind, removed(), form.oldSelection),
        to: try contents(form.newKind, inserted(), form.newSelection))
    case .moved:
      self = .moved(
        try value(form.node, "node"), from: try value(form.from, "from"),
        to: try value(form.to, "to"))
    case .rootReplaced: self = .rootReplaced(try one(removed()), by: try one(inserted()))
    }
  }

  /// Encodes the change.
  public func encode(to encoder: any Encoder) throws {
    var form: Form

    func replaced(_ change: Form.Name, at index: Int? = nil) -> Form {
      Form(
        change: change, container: container, index: index, removed: removed, inserted: inserted)
    }

    switch self {
    case .pushed(let nodes, let id):
      form = Form(change: .pushed, container: id, inserted: nodes)
    case .popped(let nodes, let id):
      form = Form(change: .popped, container: id, removed: nodes)
    case .stackReplaced(_, let keeping, _, _): form = replaced(.stackReplaced, at: keeping)
    case .presented(let node, let id):
      form = Form(change: .presented, container: id, inserted: [node])
    case .dismissed(let node, let id):
      form = Form(change: .dismissed, container: id, removed: [node])
    case .modalReplaced: form = replaced(.modalReplaced)
    case .selected(let id, let from, let to):
      form = Form(change: .selected, container: id, oldSelection: from, newSelection: to)
    case .tabsReplaced(_, let index, _, _, let from, let to):
      form = replaced(.tabsReplaced, at: index)
      (form.oldSelection, form.newSelection) = (from, to)
    case .contentsReplaced(_, let index, let from, let to):
      form = replaced(.contentsReplaced, at: index)
      (form.oldKind, form.newKind) = (from.kind.description, to.kind.description)
      (form.oldSelection, form.newSelection) = (from.selectedIndex, to.selectedIndex)
    case .moved(let node, let from, let to):
      form = Form(change: .moved, node: node, from: from, to: to)
    case .rootReplaced: form = replaced(.rootReplaced)
    }
    try form.encode(to: encoder)
  }
}

extension NavigationTreeError {
  /// Converts an error of a decoder to this type.
  ///
  /// Decoders throw errors of their own too: Foundation's does so for a number out of range.
  static func damagedData(_ error: any Error, at path: [any CodingKey]) -> Self {
    if let error = error as? Self { return error }
    let (fact, place) =
      (error as? DecodingError)?.explanation
      ?? ("A value cannot be read (\(error))", DecodingError.text(path))
    return Self(
      .damagedData, nil, "\(fact), at \(place). Repair the data, or start without it.")
  }

  /// Returns this error naming the enclosing node, unless it names a node already.
  func located(in id: NavigationNodeID?, name: String?) -> Self {
    guard node == nil, let id else { return self }
    let place = name.map { "\"\($0)\" \(id)" } ?? "\(id)"
    return Self(code, id, "In node \(place): \(message)")
  }
}

extension DecodingError {
  /// The damage, and its path: `root.children[2].kind`.
  fileprivate var explanation: (fact: String, path: String) {
    switch self {
    case .keyNotFound(let key, let context):
      return ("The key \"\(key.stringValue)\" is missing", Self.text(context.codingPath))
    case .valueNotFound(let type, let context):
      return ("The value is null, not \(type)", Self.text(context.codingPath))
    case .typeMismatch(let type, let context):
      return ("The value is not of type \(type)", Self.text(context.codingPath))
    case .dataCorrupted(let context):
      return (sentence(context.debugDescription), Self.text(context.codingPath))
    @unknown default:
      return ("The data cannot be read", "an unknown path")
    }
  }

  fileprivate static func text(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "the top" }
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return text
  }

  private func sentence(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

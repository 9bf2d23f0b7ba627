extension NavigationTreeError {
  /// Data that cannot be read, in the node of which this much could be read.
  static func damagedData(
    _ error: DecodingError,
    in id: NavigationNodeID?,
    name: String?
  ) -> Self {
    let (fact, path) = error.explanation
    return damagedData("\(fact), at \(path)").located(in: id, name: name)
  }

  static func damagedData(_ fact: String) -> Self {
    Self(.damagedData, nil, "\(fact). Repair the data, or start without it.")
  }

  /// This error, naming the node around it unless it names one already.
  func located(in id: NavigationNodeID?, name: String?) -> Self {
    guard node == nil, let id else { return self }
    let place = name.map { "\"\($0)\" \(id)" } ?? "\(id)"
    return Self(code, id, "In node \(place): \(message)")
  }
}

extension DecodingError {
  /// What is wrong, and where: `root.children[2].kind`.
  fileprivate var explanation: (fact: String, path: String) {
    switch self {
    case .keyNotFound(let key, let context):
      return ("The key \"\(key.stringValue)\" is missing", text(context.codingPath))
    case .valueNotFound(let type, let context):
      return ("The value is null, not \(type)", text(context.codingPath))
    case .typeMismatch(let type, let context):
      return ("The value is not of type \(type)", text(context.codingPath))
    case .dataCorrupted(let context):
      return (sentence(context.debugDescription), text(context.codingPath))
    @unknown default:
      return ("The data cannot be read", "an unknown place")
    }
  }

  private func text(_ path: [any CodingKey]) -> String {
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

/// Metadata that is derived from the name of a type.
///
/// `MovieListViewModel` is displayed as "Movie List", `A_1ViewModel` as "A-1".
public struct AutoFlowMetadata: FlowMetadata {
  /// The name of the type.
  public let identifier: String
  /// The name in words, without a suffix such as `ViewModel`.
  public let displayName: String
  /// Whether it is the default of a stepper that declares no metadata.
  let isDefault: Bool

  /// Derives metadata from the name of a type.
  ///
  /// - Parameter type: The type, usually a view model or a controller.
  public init(from type: Any.Type) {
    self.init(type, isDefault: false)
  }

  /// Makes the default metadata of a stepper that declares none.
  init(defaultOf type: Any.Type) {
    self.init(type, isDefault: true)
  }

  private init(_ type: Any.Type, isDefault: Bool) {
    identifier = String(describing: type)
    displayName = Self.words(in: identifier)
    self.isDefault = isDefault
  }

  /// Whether both are derived from types of the same name.
  public static func == (lhs: AutoFlowMetadata, rhs: AutoFlowMetadata) -> Bool {
    lhs.identifier == rhs.identifier
  }

  private static func words(in identifier: String) -> String {
    var name = Substring(identifier)
    if let generic = name.firstIndex(of: "<") { name = name[..<generic] }
    for suffix in ["ViewModel", "ViewController", "Stepper", "Controller", "Flow", "View"]
    where name.hasSuffix(suffix) && name.count > suffix.count {
      name.removeLast(suffix.count)
      break
    }
    var words = ""
    var previous: Character = " "
    for (index, character) in zip(name.indices, name) {
      let next = name.index(after: index)
      let startsWord = next < name.endIndex && name[next].isLowercase
      if character == "_" {
        words.append("-")
      } else {
        let isBoundary = previous.isLowercase || (previous.isUppercase && startsWord)
        if character.isUppercase, isBoundary { words.append(" ") }
        words.append(character)
      }
      previous = character
    }
    return words
  }
}

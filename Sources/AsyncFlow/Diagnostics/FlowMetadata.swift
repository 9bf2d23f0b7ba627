import NavigationRuntime

/// The identifier and the display name of a screen or a step, for logs and paths.
public protocol FlowMetadata: Sendable, Equatable {
  /// The stable identifier.
  var identifier: String { get }
  /// The name to display.
  var displayName: String { get }
}

/// Metadata with a fixed identifier and display name.
public struct DefaultFlowMetadata: FlowMetadata {
  /// The stable identifier.
  public let identifier: String
  /// The name to display.
  public let displayName: String

  /// Makes metadata.
  ///
  /// - Parameters:
  ///   - identifier: The stable identifier.
  ///   - displayName: The name to display.
  public init(identifier: String, displayName: String) {
    self.identifier = identifier
    self.displayName = displayName
  }
}

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

/// The choice of a screen's metadata.
@MainActor
enum FlowMetadataChoice {
  /// The stepper's declared metadata, else the flow's for the step, else that of the stepper's type.
  static func metadata(
    of stepper: (any Stepper)?, for step: any Step, in flow: any Flow
  ) -> (any FlowMetadata)? {
    let stepper = stepper.map(describing)
    let own = stepper?.metadata
    if let own, !isDefault(own) { return own }
    if let metadata = flow.metadata(for: step) { return metadata }
    // The type of one of the library's steppers describes no screen.
    return stepper is any AnonymousStepper ? nil : own
  }

  static func isDeclared(by stepper: any Stepper) -> Bool {
    !isDefault(describing(stepper).metadata)
  }

  /// The stepper that describes the screen of a stepper: of a composite, one of its parts.
  private static func describing(_ stepper: any Stepper) -> any Stepper {
    guard let composite = stepper as? CompositeStepper else { return stepper }
    let parts = composite.steppers.map(describing)
    return parts.first { !isDefault($0.metadata) }
      ?? parts.first { !($0 is any AnonymousStepper) } ?? stepper
  }

  private static func isDefault(_ metadata: any FlowMetadata) -> Bool {
    (metadata as? AutoFlowMetadata)?.isDefault ?? false
  }
}

/// The cause of a change on screen.
public struct NavigationCause: Sendable {
  /// The kinds of cause.
  public enum Kind: Sendable, Equatable {
    /// The user's own action: back button, edge swipe, pulled-down sheet, tab tap.
    case user
    /// A direct call on a platform container, by code that the runtime does not know.
    case code
    /// A framework on top of the runtime, by its name.
    case framework(String)
  }

  /// The kind of cause.
  public var kind: Kind
  /// The piece of work behind it, for the framework that set it.
  package var origin: Origin?
  private var describe: (@Sendable () -> String)?
  /// The handler that made the call, if one did.
  package var work: NavigationWork?

  /// A piece of a framework's work.
  package struct Origin: Sendable {
    /// The part of the framework that assigns the numbers.
    package let owner: ObjectIdentifier
    /// The number that it assigned.
    package let number: Int

    /// Makes an origin.
    package init(owner: ObjectIdentifier, number: Int) {
      self.owner = owner
      self.number = number
    }
  }

  /// Makes a cause.
  ///
  /// - Parameters:
  ///   - kind: The kind of cause.
  ///   - detail: The step, action or core behind it; evaluated only when it is read.
  public init(_ kind: Kind, detail: (@Sendable () -> String)? = nil) {
    self.kind = kind
    self.describe = detail
  }

  /// The step, action or core behind it.
  public var detail: String? { describe?() }

  /// The user.
  public static let user = NavigationCause(.user)

  /// A direct call.
  public static let code = NavigationCause(.code)
}

extension NavigationCause: CustomStringConvertible {
  /// The cause, with its detail if that is known.
  public var description: String {
    let name =
      switch kind {
      case .user: "user"
      case .code: "code"
      case .framework(let framework): framework
      }
    return detail.map { "\(name): \($0)" } ?? name
  }
}

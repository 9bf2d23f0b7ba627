/// The identity of a node in navigation trees.
///
/// An identifier belongs to one presentable for as long as that lives. It is independent of the
/// presentable's type: two screens of one type have two identifiers. Its text is `#12`.
///
/// Identifiers order by their number, which increases in the order of their creation. In JSON an
/// identifier is this number.
public struct NavigationNodeID: Hashable, Sendable {
  /// The number that makes this identifier unique.
  public let rawValue: UInt64

  /// Makes an identifier from its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

extension NavigationNodeID: Comparable {
  /// Returns whether the left identifier was created before the right one.
  public static func < (left: NavigationNodeID, right: NavigationNodeID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension NavigationNodeID: CustomStringConvertible {
  /// The number after a `#`.
  public var description: String { "#\(rawValue)" }
}

extension NavigationNodeID: ExpressibleByIntegerLiteral {
  /// Makes an identifier from a literal, for trees written in code.
  public init(integerLiteral value: UInt64) {
    self.init(rawValue: value)
  }
}

extension NavigationNodeID: Codable {
  /// Reads the number.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(UInt64.self))
  }

  /// Writes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

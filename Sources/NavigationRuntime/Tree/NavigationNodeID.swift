/// Tells one node of a navigation tree from every other.
///
/// An identifier belongs to one presentable for as long as that lives. It says nothing about the
/// presentable's type: two screens of one type have two identifiers. Its text is `#12`.
///
/// Identifiers order by their number, which is the order in which they were handed out. In JSON
/// an identifier is just that number.
public struct NavigationNodeID: Hashable, Sendable {
  /// The number that makes this identifier unique.
  public let rawValue: UInt64

  /// Makes an identifier from its number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

extension NavigationNodeID: Comparable {
  /// Whether the left identifier was handed out before the right one.
  public static func < (left: NavigationNodeID, right: NavigationNodeID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension NavigationNodeID: CustomStringConvertible {
  /// The number after a `#`.
  public var description: String { "#\(rawValue)" }
}

extension NavigationNodeID: ExpressibleByIntegerLiteral {
  /// Makes an identifier from a literal, so that trees can be written down.
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

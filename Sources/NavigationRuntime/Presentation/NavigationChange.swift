/// A change of a store's tree, with who caused it.
public struct NavigationChange: Sendable {
  /// Counts the changes of the store, from 1.
  public let number: Int
  /// What changed.
  public let change: NavigationTree.Change
  /// Who caused it.
  public let cause: NavigationCause
}

extension NavigationChange: CustomStringConvertible {
  /// Number, change and cause in one line.
  public var description: String { "\(number). \(change) (\(cause))" }
}

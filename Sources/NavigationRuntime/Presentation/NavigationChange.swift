/// A change of a store's tree, with its cause.
public struct NavigationChange: Sendable {
  /// The number of the change in its store, counted from 1.
  public let number: Int
  /// The change of the tree.
  public let change: NavigationTree.Change
  /// The cause of the change.
  public let cause: NavigationCause
}

extension NavigationChange: CustomStringConvertible {
  /// Number, change and cause in one line.
  public var description: String { "\(number). \(change) (\(cause))" }
}

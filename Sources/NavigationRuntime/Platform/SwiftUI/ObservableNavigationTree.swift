#if canImport(SwiftUI) && canImport(Combine)
import Combine

/// What is on screen in a window, as an object that SwiftUI's views observe.
///
/// ```swift
/// struct Crumbs: View {
///   @ObservedObject var screen: ObservableNavigationTree
///
///   var body: some View {
///     Text(screen.tree.visiblePath.map(\.name).joined(separator: " › "))
///   }
/// }
/// ```
///
/// It is for looking. Navigation is requested from a flow or from the context, and comes back here
/// when it has happened, whoever caused it.
@MainActor
public final class ObservableNavigationTree: ObservableObject {
  /// What the last settle point saw.
  @Published public private(set) var tree: NavigationTree

  private var subscription: Cancellation?

  /// Makes an object that follows a store.
  ///
  /// - Parameter store: The store of a window. It is not kept; when it is gone, the tree stays as it
  ///   was.
  public init(_ store: NavigationStore) {
    tree = store.tree
    subscription = store.onChange { [weak self, weak store] _ in
      // A settle point may publish several changes, but there is one tree after it.
      guard let self, let store, tree != store.tree else { return }
      tree = store.tree
    }
  }
}
#endif

#if canImport(SwiftUI) && canImport(Combine)
import Combine

/// The tree of a window as an observable object, for SwiftUI views.
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
/// It is read-only. Navigation is requested from a flow or from the context, and shows up here when
/// it has happened, whatever its cause.
@MainActor
public final class ObservableNavigationTree: ObservableObject {
  /// The tree of the last settle point.
  @Published public private(set) var tree: NavigationTree

  private var subscription: Cancellation?

  /// Makes an object that follows a store.
  ///
  /// - Parameter store: The store of a window. It is not retained; when it is released, the tree
  ///   stays as it was.
  public init(_ store: NavigationStore) {
    tree = store.tree
    subscription = store.onChange { [weak self, weak store] _ in
      // A settle point may publish several changes, with the same tree after them.
      guard let self, let store, tree != store.tree else { return }
      tree = store.tree
    }
  }
}
#endif

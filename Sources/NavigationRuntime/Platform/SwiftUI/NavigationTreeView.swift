#if canImport(SwiftUI) && canImport(Combine)
import Combine
import SwiftUI

/// Shows the navigation tree as a list, a line for each node: for a debug panel.
///
/// ```swift
/// NavigationTreeView(NavigationContext.shared.store(for: window))
/// ```
///
/// The contents of a node stand below it and indented, its modal after them. The path from the root
/// to the visible leaf is emphasised. The view is read-only and follows the store.
public struct NavigationTreeView: View {
  @StateObject private var screen: ObservableNavigationTree

  /// Makes a view of a window.
  ///
  /// - Parameter store: The store that observes the window.
  public init(_ store: NavigationStore) {
    _screen = StateObject(wrappedValue: ObservableNavigationTree(store))
  }

  /// A list of the nodes.
  public var body: some View {
    List(NavigationTreeRow.rows(of: screen.tree)) { row in
      Text(verbatim: row.text)
        .fontWeight(row.isOnVisiblePath ? .bold : nil)
        .foregroundColor(row.isOnVisiblePath ? .primary : .secondary)
    }
  }
}

/// A node of a tree as a line.
struct NavigationTreeRow: Identifiable {
  let id: NavigationNodeID
  let text: String
  let isOnVisiblePath: Bool

  static func rows(of tree: NavigationTree) -> [NavigationTreeRow] {
    var rows: [NavigationTreeRow] = []
    let path = Set(tree.visiblePath.map(\.id))
    func add(_ node: NavigationTree.Node, prefix: String, depth: Int) {
      let indentation = String(repeating: "    ", count: depth)
      rows.append(
        NavigationTreeRow(
          id: node.id, text: "\(indentation)\(prefix)\(node.kind) \(node.name)",
          isOnVisiblePath: path.contains(node.id)))
      for child in node.children { add(child, prefix: "", depth: depth + 1) }
      if let modal = node.modal { add(modal, prefix: "modal ", depth: depth + 1) }
    }
    add(tree.root, prefix: "", depth: 0)
    return rows
  }
}

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
    // An object is made while SwiftUI updates views, when others must not publish.
    tree = store.latestTree
    subscription = store.onChange { [weak self, weak store] _ in
      // A settle point may publish several changes, with the same tree after them.
      guard let self, let store, tree != store.latestTree else { return }
      tree = store.latestTree
    }
  }
}
#endif

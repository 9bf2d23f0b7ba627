import NavigationRuntime

/// Returns the contents of a window's containers, read without the runtime.
///
/// Of pages only the shown one is listed: the platform provides no other.
@MainActor
func platformText(_ window: HeadlessWindow) -> String {
  var lines = ["window Window"]
  if let root = window.rootViewController { append(root, depth: 1, mark: "", to: &lines) }
  return lines.joined(separator: "\n")
}

@MainActor
private func append(
  _ controller: HeadlessViewController, depth: Int, mark: String, to lines: inout [String]
) {
  let kind: String
  var contents: [(HeadlessViewController, String)]
  switch controller {
  case let stack as HeadlessNavigationController:
    kind = "stack"
    contents = stack.viewControllers.map { ($0, "") }
  case let tabs as HeadlessTabBarController:
    kind = "tabs"
    contents = (tabs.viewControllers ?? []).map {
      ($0, $0 === tabs.selectedViewController ? " (selected)" : "")
    }
  case let split as HeadlessSplitViewController:
    kind = "split"
    contents = split.viewControllers.map { ($0, "") }
  case let pages as HeadlessPageViewController:
    kind = "pages"
    contents = (pages.viewControllers ?? []).map { ($0, " (selected)") }
  default:
    kind = controller.children.isEmpty ? "screen" : "container"
    contents = controller.children.map { ($0, "") }
  }
  let name = controller.restorationIdentifier ?? "?"
  lines.append(String(repeating: "  ", count: depth) + "\(kind) \(name)\(mark)")
  for (child, mark) in contents { append(child, depth: depth + 1, mark: mark, to: &lines) }
  if let presented = controller.presentedViewController,
    presented.presentingViewController === controller
  {
    append(presented, depth: depth + 1, mark: " (modal)", to: &lines)
  }
}

/// Returns a tree in the same format.
func treeText(_ tree: NavigationTree) -> String {
  var lines: [String] = []
  append(tree.root, depth: 0, mark: "", to: &lines)
  return lines.joined(separator: "\n")
}

private func append(
  _ node: NavigationTree.Node, depth: Int, mark: String, to lines: inout [String]
) {
  var kind = "\(node.kind)"
  if case .container = node.kind { kind = "container" }
  lines.append(String(repeating: "  ", count: depth) + "\(kind) \(node.name)\(mark)")
  for (index, child) in node.children.enumerated() {
    let isSelected = node.selectedIndex == index
    if node.kind == .pages, !isSelected { continue }
    append(child, depth: depth + 1, mark: isSelected ? " (selected)" : "", to: &lines)
  }
  if let modal = node.modal { append(modal, depth: depth + 1, mark: " (modal)", to: &lines) }
}

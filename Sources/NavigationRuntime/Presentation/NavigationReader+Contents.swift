extension NavigationReader {
  /// What a container contains, as the tree sees it.
  ///
  /// Usually what the container says. Of pages, platforms know those that are shown; a page that
  /// was turned away is hidden and not gone (rule D32), so that those known already stay as long
  /// as they live and nobody else takes them.
  @MainActor
  struct Contents {
    private let element: any NavigationContainer
    private let pages: [any NavigationContainer]?
    let count: Int
    let selectedIndex: Int?

    init(
      of element: any NavigationContainer,
      _ kind: NavigationTree.Kind,
      known lifecycle: NavigationLifecycle
    ) {
      self.element = element
      let shown = element.navigationRuntimeContainedCount
      guard kind == .pages else {
        pages = nil
        count = shown
        selectedIndex = kind.selection(element.navigationRuntimeSelectedIndex, of: shown)
        return
      }
      // A page container that shows nothing has been emptied.
      var pages =
        shown == 0
        ? [] : lifecycle.children.filter { $0.parent === lifecycle }.compactMap(\.element)
      for index in 0..<shown {
        let page = element.navigationRuntimeContained(at: index)
        if !pages.contains(where: { $0 === page }) { pages.append(page) }
      }
      let selected = element.navigationRuntimeSelectedIndex.flatMap {
        $0 < shown ? element.navigationRuntimeContained(at: $0) : nil
      }
      self.pages = pages
      count = pages.count
      selectedIndex = kind.selection(
        selected.flatMap { page in pages.firstIndex { $0 === page } }, of: pages.count)
    }

    subscript(index: Int) -> any NavigationContainer {
      pages?[index] ?? element.navigationRuntimeContained(at: index)
    }
  }
}

extension NavigationTree.Kind {
  /// What a platform's answer means for a container of this kind.
  ///
  /// What selects nothing of something shows the first: UIKit's tab bar controller answers with
  /// an index that is not there while it has no tabs.
  func selection(_ index: Int?, of count: Int) -> Int? {
    guard hasSelection, count > 0 else { return nil }
    return index.flatMap { (0..<count).contains($0) ? $0 : nil } ?? 0
  }
}

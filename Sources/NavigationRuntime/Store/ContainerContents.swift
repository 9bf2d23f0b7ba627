/// The contents of a container, from one call of the platform.
///
/// A platform that returns a copy of a list for each access would copy it for every entry.
@MainActor
struct FetchedContents {
  /// The way the container holds its contents.
  let kind: NavigationTree.Kind
  let count: Int
  private let contained: @MainActor (Int) -> any NavigationContainer

  init(kind: NavigationTree.Kind, _ list: [some NavigationContainer]) {
    self.kind = kind
    count = list.count
    contained = { list[$0] }
  }

  subscript(index: Int) -> any NavigationContainer { contained(index) }
}

extension NavigationContainer {
  /// All contents, fetched from the platform once.
  package var allContents: [any NavigationContainer] {
    guard let fetched = (self as? any SilentContainer)?.navigationRuntimeContents else {
      return (0..<navigationRuntimeContainedCount).map { navigationRuntimeContained(at: $0) }
    }
    return (0..<fetched.count).map { fetched[$0] }
  }
}

/// The contents of a container during one reading.
@MainActor
struct ReadContents {
  let kind: NavigationTree.Kind
  let count: Int
  /// Whether the entries can be compared without reading each from the platform.
  var isFetched: Bool { fetched != nil }
  private let element: any NavigationContainer
  private let fetched: FetchedContents?

  init(of container: NavigationLifecycle, _ element: any NavigationContainer) {
    self.element = element
    fetched = container.fetchedContents
    kind = fetched?.kind ?? element.navigationRuntimeKind
    count = fetched?.count ?? element.navigationRuntimeContainedCount
  }

  subscript(index: Int) -> any NavigationContainer {
    fetched?[index] ?? element.navigationRuntimeContained(at: index)
  }

  /// The selected tab or page, if the platform's index is one of the contents.
  var selected: NavigationLifecycle? {
    element.navigationRuntimeSelectedIndex.flatMap { index in
      (0..<count).contains(index) ? self[index].lifecycle : nil
    }
  }

  func holds(_ child: NavigationLifecycle, at index: Int) -> Bool {
    guard let fetched else {
      return element.navigationRuntimeContained(at: index).lifecycle === child
    }
    return fetched[index] === child.element
  }
}

extension NavigationLifecycle {
  /// The object's contents, if its platform does not report all of its changes.
  var fetchedContents: FetchedContents? { silentElement?.navigationRuntimeContents }
}

import NavigationRuntime

/// A data source that has its pages in a list.
@MainActor
public final class ListOfPages: HeadlessPageViewControllerDataSource {
  /// The pages in their order.
  public var all: [HeadlessViewController]

  /// Makes a data source.
  ///
  /// - Parameter pages: The pages in their order.
  public init(_ pages: [HeadlessViewController] = []) {
    all = pages
  }

  /// Returns the page before another one.
  public func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    viewControllerBefore viewController: HeadlessViewController
  ) -> HeadlessViewController? { page(at: -1, from: viewController) }

  /// Returns the page after another one.
  public func pageViewController(
    _ pageViewController: HeadlessPageViewController,
    viewControllerAfter viewController: HeadlessViewController
  ) -> HeadlessViewController? { page(at: 1, from: viewController) }

  private func page(
    at offset: Int, from page: HeadlessViewController
  ) -> HeadlessViewController? {
    guard let index = all.firstIndex(where: { $0 === page }) else { return nil }
    return all.indices.contains(index + offset) ? all[index + offset] : nil
  }
}

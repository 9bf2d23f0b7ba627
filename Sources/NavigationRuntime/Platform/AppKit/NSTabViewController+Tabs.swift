#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSTabViewController {
  /// Replaces the tabs; an item whose controller stays is reused, and the selection follows its
  /// controller if that stays.
  func setTabs(_ controllers: [NSViewController]) {
    let selected = navigationRuntimeSelectedIndex.flatMap { tabViewItems[$0].viewController }
    tabViewItems = controllers.map { tabViewItem(for: $0) ?? NSTabViewItem(viewController: $0) }
    if let index = controllers.firstIndex(where: { $0 === selected }) {
      selectedTabViewItemIndex = index
    }
  }
}
#endif

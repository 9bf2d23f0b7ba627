extension NavigationLifecycle {
  /// The visible part of this object's subtree, from back to front.
  ///
  /// A window that is not displayed hides everything.
  var visibleSubtree: [NavigationLifecycle] {
    if let window = element as? any DisplayedWindow, !window.isDisplayed { return [] }
    return uncoveredSubtree
  }

  /// The part of this object's subtree that is visible while its window is displayed, from back to
  /// front.
  ///
  /// A covering modal hides its presenter with all its contents, and everything presented over
  /// those. A modal that fills the screen also hides whatever lies beneath its presenter.
  var uncoveredSubtree: [NavigationLifecycle] {
    var visible: [NavigationLifecycle] = []
    var layers = [self]
    while let layer = layers.popLast() {
      if layer.fillsScreen {
        visible.removeAll { $0.kind != .window }
        // Modals over a container of this one lie on top, all others beneath.
        layers.removeAll { other in !(other.holder.map(layer.isWithin) ?? false) }
      }
      layers.append(contentsOf: layer.collectLayer(into: &visible).reversed())
    }
    return visible
  }

  /// Whether it is in or over another lifecycle, or is it.
  package func isWithin(_ other: NavigationLifecycle) -> Bool {
    ancestry.contains { $0 === other }
  }

  /// Collects the object and the visible part of its contents.
  ///
  /// - Returns: The modals presented over them, from back to front.
  private func collectLayer(into visible: inout [NavigationLifecycle]) -> [NavigationLifecycle] {
    var modals: [NavigationLifecycle] = []
    // A node with a modal is visited twice: before its contents, and after them for the modal.
    var pending: [(lifecycle: NavigationLifecycle, isLeft: Bool)] = [(self, false)]
    while let (lifecycle, isLeft) = pending.popLast() {
      if let modal = lifecycle.modal, isLeft || modal.coversHolder {
        modals.append(modal)
      } else if !isLeft {
        visible.append(lifecycle)
        if lifecycle.modal != nil { pending.append((lifecycle, true)) }
        for child in lifecycle.visibleChildren.reversed() { pending.append((child, false)) }
      }
    }
    return modals
  }

  /// Whether it hides its presenter.
  var coversHolder: Bool { isModal && element?.navigationRuntimeCoversPresenter ?? false }

  /// Whether it covers the whole window, not only its presenter.
  ///
  /// A contained presenter's modal covers the presenter's own area. Any other covers the screen,
  /// unless its presentation keeps to the presenter's area.
  var fillsScreen: Bool {
    guard coversHolder, let presenter, presenter.parent.map({ $0.kind == .window }) ?? true else {
      return false
    }
    return !((element as? any PartialDisplay)?.keepsToPresentersArea ?? false)
  }

  private var selectedChild: NavigationLifecycle? { selectedIndex.map { children[$0] } }

  /// The selected page, and those that are shown with it: with its spine in the middle, a book shows
  /// two.
  private var shownPages: [NavigationLifecycle] {
    guard let selectedChild else { return [] }
    let others = (element?.allContents ?? []).dropFirst()
    guard !others.isEmpty else { return [selectedChild] }
    return children.filter { page in
      page === selectedChild || others.contains { $0 === page.element }
    }
  }

  var visibleChildren: [NavigationLifecycle] {
    switch kind {
    case .screen: return []
    case .stack: return children.last.map { [$0] } ?? []
    case .tabs: return selectedChild.map { [$0] } ?? []
    case .pages: return shownPages
    case .window: return children
    case .container, .split:
      guard let display = element as? any PartialDisplay else { return children }
      // A covering modal takes the place of the view of its presenter, which may be in no window.
      return children.filter { child in
        child.element.map(display.displays) ?? false
          || kind != .split && child.modal?.coversHolder ?? false
      }
    }
  }
}

/// A platform controller that displays less than its kind and style imply: a split without room for
/// each column, or a container with a hidden view.
@MainActor
protocol PartialDisplay: AnyObject {
  /// Whether it is presented over the area of its presenter alone, not over the whole screen.
  var keepsToPresentersArea: Bool { get }

  /// Returns whether it displays a column, if it is a split, or a child.
  func displays(_ child: any NavigationContainer) -> Bool
}

/// The part of a window's tree that no other part covers, whether or not the window is displayed.
package struct UncoveredPart {
  package let isDisplayed: Bool
  private let lifecycles: Set<ObjectIdentifier>

  init(_ lifecycles: [NavigationLifecycle], isDisplayed: Bool) {
    self.isDisplayed = isDisplayed
    self.lifecycles = Set(lifecycles.map { ObjectIdentifier($0) })
  }

  package func contains(_ lifecycle: NavigationLifecycle) -> Bool {
    lifecycles.contains(ObjectIdentifier(lifecycle))
  }
}

/// A platform window that may keep its contents while it is not on the screen.
@MainActor
protocol DisplayedWindow: AnyObject {
  /// Whether the window is on the screen, in a scene that is in the foreground.
  var isDisplayed: Bool { get }
}

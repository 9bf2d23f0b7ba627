#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSViewController {
  /// The controller shown over this one: the newest of the presented ones; else the content of its
  /// window's sheet or of a popover that foreign code shows.
  var shownController: NSViewController? {
    presentedViewControllers?.last ?? foreignSheet?.contentViewController
      ?? givenLifecycle?.knownAppKit?.popover?.contentViewController
  }

  /// The controller over which this one is shown: its presenter; else the content of the window
  /// over which foreign code shows it.
  var hostController: NSViewController? {
    if let presentingViewController { return presentingViewController }
    guard let state = givenLifecycle?.knownAppKit else { return nil }
    return state.popoverHost
      ?? (state.isInForeignSheet ? windowOfOwn?.sheetParent?.contentViewController : nil)
  }

  /// Dismisses the controller shown over this one, or over the nearest ancestor that has one, with
  /// everything shown above it.
  ///
  /// - Returns: The lowest controller dismissed; `nil` if none is shown.
  func dismissPresented() -> NSViewController? {
    guard let shown = shownController else { return parent?.dismissPresented() }
    takeAway(shown)
    return shown
  }

  /// Dismisses from the top down, since AppKit leaves a dismissed controller's own modals as they
  /// are.
  private func takeAwayShown() {
    for child in children { child.takeAwayShown() }
    while let shown = shownController {
      takeAway(shown)
      if shownController === shown { return }
    }
  }

  private func takeAway(_ shown: NSViewController) {
    shown.takeAwayShown()
    lifecycle.duringAppKitDismissal(of: shown) {
      if presentedViewControllers?.contains(shown) ?? false {
        dismiss(shown)
      } else if let sheet = foreignSheet {
        windowOfOwn?.endSheet(sheet)
      } else {
        givenLifecycle?.knownAppKit?.popover?.close()
      }
    }
  }

  /// The window whose content the controller is, if there is one.
  var windowOfOwn: NSWindow? {
    guard isViewLoaded, let window = view.window, window.contentViewController === self else {
      return nil
    }
    return window
  }

  /// The window's newest sheet without a presenter.
  ///
  /// The sheet of a released presenter does not count: its content has left with the presenter,
  /// although AppKit leaves it on the screen.
  private var foreignSheet: NSWindow? {
    windowOfOwn?.sheets.last {
      $0.contentViewController?.givenLifecycle?.knownAppKit?.isInForeignSheet ?? false
    }
  }
}
#endif

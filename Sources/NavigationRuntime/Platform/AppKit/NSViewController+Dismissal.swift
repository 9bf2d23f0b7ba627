#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSViewController {
  /// What is shown over this controller: what it presents, of several the newest; else a sheet of
  /// its window or a popover that foreign code shows.
  var shownController: NSViewController? {
    presentedViewControllers?.last ?? foreignSheet?.contentViewController
      ?? givenLifecycle?.knownAppKit?.popover?.contentViewController
  }

  /// Over whom this controller is shown: who presents it; else the content of the window that foreign
  /// code shows it over.
  var hostController: NSViewController? {
    if let presentingViewController { return presentingViewController }
    guard let state = givenLifecycle?.knownAppKit else { return nil }
    return state.popoverHost
      ?? (state.isInForeignSheet ? windowOfOwn?.sheetParent?.contentViewController : nil)
  }

  /// Dismisses what this controller shows, or the nearest ancestor that shows something, with
  /// everything that is shown above it.
  ///
  /// - Returns: The lowest that was dismissed; `nil` if nothing is shown.
  func dismissPresented() -> NSViewController? {
    guard let shown = shownController else { return parent?.dismissPresented() }
    takeAway(shown)
    return shown
  }

  /// From the top down, since AppKit leaves what a dismissed controller presents as it is.
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

  /// The window that has the controller as its content, if it is in one.
  var windowOfOwn: NSWindow? {
    guard isViewLoaded, let window = view.window, window.contentViewController === self else {
      return nil
    }
    return window
  }

  /// The newest sheet of the window that no controller presents.
  ///
  /// The sheet of a presenter that has gone is not: its content has left with the presenter, though
  /// AppKit leaves it on the screen.
  private var foreignSheet: NSWindow? {
    windowOfOwn?.sheets.last {
      $0.contentViewController?.givenLifecycle?.knownAppKit?.isInForeignSheet ?? false
    }
  }
}
#endif

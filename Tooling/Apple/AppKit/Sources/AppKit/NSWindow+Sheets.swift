extension NSWindow {
  /// Shows a window as a sheet over this one.
  public func beginSheet(
    _ sheetWindow: NSWindow, completionHandler handler: ((Int) -> Void)? = nil
  ) {
    StandInHooks.around(StandInHooks.beginSheet, (self, sheetWindow)) {
      guard !sheets.contains(sheetWindow) else { return }
      attach(sheetWindow)
    }
  }

  /// Takes a sheet away.
  public func endSheet(_ sheetWindow: NSWindow) {
    StandInHooks.around(StandInHooks.endSheet, (self, sheetWindow)) {
      guard sheets.contains(sheetWindow) else { return }
      sheets.removeAll { $0 === sheetWindow }
      sheetWindow.standInAnimate { [self] in
        sheetWindow.orderOut(nil)
        sheetWindow.sheetParentWindow = nil
        NotificationCenter.default.post(name: Self.didEndSheetNotification, object: self)
      }
    }
  }

  /// Lets all sheets and popovers come to rest.
  package func standInCompleteAnimations() {
    while !animations.isEmpty { animations.removeFirst()() }
  }

  /// How many sheets slide and popovers fade.
  package var standInAnimationCount: Int { animations.count }

  func attach(_ sheetWindow: NSWindow) {
    sheets.append(sheetWindow)
    sheetWindow.sheetParentWindow = self
    sheetWindow.slide()
  }

  func standInFade(over window: NSWindow, _ end: @escaping () -> Void) {
    parent = window
    slide(end)
  }

  private func slide(_ end: @escaping () -> Void = {}) {
    isSliding = true
    makeKeyAndOrderFront(nil)
    standInAnimate { [self] in
      isSliding = false
      contentViewController?.view.updateAppearance()
      end()
    }
  }

  func standInAnimate(_ end: @escaping () -> Void) {
    if let outer = sheetParentWindow ?? parent { return outer.standInAnimate(end) }
    if standInAnimates { animations.append(end) } else { end() }
  }
}

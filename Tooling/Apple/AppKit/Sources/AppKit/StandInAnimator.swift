/// Stands in for AppKit's protocol.
@MainActor
public protocol NSViewControllerPresentationAnimator: AnyObject {}

/// What presents a controller in AppKit's own ways.
@MainActor
final class StandInAnimator: NSViewControllerPresentationAnimator {
  private enum Way {
    case sheet, modalWindow
    case popover(NSView, NSPopover.Behavior)
  }

  static let sheet = StandInAnimator(.sheet)
  static var modalWindow: StandInAnimator { StandInAnimator(.modalWindow) }

  private let way: Way
  private var openModalWindow: NSWindow?

  private init(_ way: Way) { self.way = way }

  static func popover(_ view: NSView, _ behavior: NSPopover.Behavior) -> StandInAnimator {
    StandInAnimator(.popover(view, behavior))
  }

  /// Shows a controller.
  ///
  /// - Returns: What takes it away again.
  func show(
    _ controller: NSViewController, over window: NSWindow, didEnd: @escaping @MainActor () -> Void
  ) -> @MainActor () -> Void {
    switch way {
    case .sheet:
      let sheet = NSWindow()
      sheet.contentViewController = controller
      // AppKit may do it in the public way.
      StandInHooks.around(StandInHooks.beginSheet, (window, sheet)) { window.attach(sheet) }
      return {
        window.sheets.removeAll { $0 === sheet }
        sheet.standInAnimate {
          sheet.orderOut(nil)
          sheet.setContent(nil)
          sheet.sheetParentWindow = nil
        }
      }
    case .modalWindow:
      let modal = NSWindow()
      openModalWindow = modal
      modal.contentViewController = controller
      modal.didEnd = didEnd
      modal.makeKeyAndOrderFront(nil)
      return {
        modal.didEnd = nil
        if modal.isVisible { modal.close() }
        modal.setContent(nil)
      }
    case .popover(let view, let behavior):
      let popover = NSPopover()
      popover.behavior = behavior
      popover.contentViewController = controller
      popover.didEnd = didEnd
      popover.show(relativeTo: .zero, of: view, preferredEdge: .maxY)
      controller.standInPopover = popover
      return { [weak controller] in
        controller?.standInPopover = nil
        popover.close()
      }
    }
  }

  /// Runs the loop of a modal window, which the call that presents it does not leave before.
  func loop(_ controller: NSViewController) {
    guard let modalWindow = openModalWindow else { return }
    openModalWindow = nil
    let loop = NSApp.standInModalLoop
    NSApp.standInModalLoop = nil
    loop?(modalWindow)
  }
}

/// Stands in for AppKit's protocol; its methods are optional there.
@MainActor
public protocol NSWindowDelegate: AnyObject {
  /// Whether the user may close the window.
  func windowShouldClose(_ sender: NSWindow) -> Bool
  /// The window is about to close.
  func windowWillClose(_ notification: Notification)
}

/// Stands in for AppKit's class.
@MainActor
open class NSWindow: NSResponder {
  /// Stands in for AppKit's enumeration.
  public enum ButtonType: UInt, Sendable {
    /// Closes the window.
    case closeButton = 0
  }

  /// Stands in for AppKit's structure.
  public struct OcclusionState: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Makes a state from its bits.
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    /// A part of the window can be seen.
    public static let visible = OcclusionState(rawValue: 2)
  }

  /// Posted when the window is about to close.
  nonisolated public class var willCloseNotification: Notification.Name {
    Notification.Name("NSWindowWillCloseNotification")
  }
  /// Posted when a sheet of the window has gone.
  nonisolated public class var didEndSheetNotification: Notification.Name {
    Notification.Name("NSWindowDidEndSheetNotification")
  }

  /// Whether sheets slide and popovers fade until ``standInCompleteAnimations()``, else they are
  /// there at once.
  package var standInAnimates = false
  var animations: [() -> Void] = []
  var isSliding = false
  weak var sheetParentWindow: NSWindow?
  var didEnd: (@MainActor () -> Void)?
  private var sheetHandler: ((NSApplication.ModalResponse) -> Void)?
  private var content: NSViewController?
  private let closeButton = NSButton(frame: CGRect(x: 0, y: 320, width: 16, height: 16))

  /// Who is asked and told; the app's.
  open weak var delegate: (any NSWindowDelegate)?
  /// The window to which this one is attached.
  open weak var parent: NSWindow?
  /// Whether it is on the screen.
  open private(set) var isVisible = false

  /// Whether it is in the Dock.
  open private(set) var isMiniaturized = false

  /// Whether other windows cover it, as another app's do.
  package var standInIsCovered = false

  /// Whether a part of it can be seen.
  open var occlusionState: OcclusionState {
    isVisible && !isMiniaturized && !standInIsCovered ? [.visible] : []
  }

  /// Whether what is in it can be seen at rest: a sheet slides in before its content has appeared.
  var showsContent: Bool { isVisible && !isSliding }

  /// The window over which this one is a sheet.
  open var sheetParent: NSWindow? { sheetParentWindow }

  /// The sheets over this window, the newest last.
  open internal(set) var sheets: [NSWindow] = []

  /// Where the content is, beneath title and toolbar.
  open var contentLayoutRect: CGRect { CGRect(x: 0, y: 0, width: 400, height: 300) }

  /// The controller of the content.
  open var contentViewController: NSViewController? {
    get { content }
    set { StandInHooks.around(StandInHooks.setContent, self) { setContent(newValue) } }
  }

  /// Makes a window with a content.
  public convenience init(contentViewController: NSViewController) {
    self.init()
    self.contentViewController = contentViewController
  }

  /// A button of the title.
  open func standardWindowButton(_ b: ButtonType) -> NSButton? { closeButton }

  /// Puts the window on the screen.
  open func makeKeyAndOrderFront(_ sender: Any?) {
    isVisible = true
    content?.view.updateAppearance()
  }

  /// Takes the window off the screen.
  open func orderOut(_ sender: Any?) {
    isVisible = false
    if content?.isViewLoaded ?? false { content?.view.updateAppearance() }
  }

  /// Puts the window into the Dock.
  ///
  /// AppKit's documentation does not say that it is invisible then, nor that controllers disappear.
  open func miniaturize(_ sender: Any?) { isMiniaturized = true }

  /// Takes the window out of the Dock.
  open func deminiaturize(_ sender: Any?) { isMiniaturized = false }

  /// Does what a click on the close button does.
  open func performClose(_ sender: Any?) {
    StandInHooks.around(StandInHooks.performClose, self) { closeIfAllowed() }
  }

  /// Closes the window without asking.
  open func close() {
    StandInHooks.around(StandInHooks.close, self) { closeNow() }
  }

  private func closeNow() {
    let notification = Notification(name: Self.willCloseNotification, object: self)
    delegate?.windowWillClose(notification)
    NotificationCenter.default.post(notification)
    orderOut(nil)
    let end = didEnd
    didEnd = nil
    end?()
  }

  /// The user clicks the close button, which need not call ``performClose(_:)``.
  package func standInUserDidClickClose() {
    NSApp.standInHandle(.mouse(at: CGPoint(x: 8, y: 328), in: self)) { closeIfAllowed() }
  }

  private func closeIfAllowed() {
    if delegate?.windowShouldClose(self) ?? true { close() }
  }

  func setContent(_ controller: NSViewController?) {
    let old = content
    content = controller
    if let old, old.isViewLoaded {
      old.view.contentOf = nil
      old.view.updateAppearance()
    }
    guard let view = controller?.view else { return }
    if view.frame == .zero { view.frame = contentLayoutRect }
    view.contentOf = self
    view.updateAppearance()
  }
}

extension NSWindow {
  /// Shows a window as a sheet over this one.
  ///
  /// The handler is called at the end of the sheet's modal session, before the sheet slides out.
  public func beginSheet(
    _ sheetWindow: NSWindow,
    completionHandler handler: ((NSApplication.ModalResponse) -> Void)? = nil
  ) {
    StandInHooks.around(StandInHooks.beginSheet, (self, sheetWindow)) {
      begin(sheetWindow, handler)
    }
  }

  /// Shows a window as a critical sheet over this one.
  public func beginCriticalSheet(
    _ sheetWindow: NSWindow,
    completionHandler handler: ((NSApplication.ModalResponse) -> Void)? = nil
  ) {
    StandInHooks.around(StandInHooks.beginCriticalSheet, (self, sheetWindow)) {
      begin(sheetWindow, handler)
    }
  }

  private func begin(
    _ sheetWindow: NSWindow, _ handler: ((NSApplication.ModalResponse) -> Void)?
  ) {
    guard !sheets.contains(sheetWindow) else { return }
    sheetWindow.sheetHandler = handler
    attach(sheetWindow)
  }

  /// Takes a sheet away.
  public func endSheet(_ sheetWindow: NSWindow) {
    StandInHooks.around(StandInHooks.endSheet, (self, sheetWindow)) { end(sheetWindow, .stop) }
  }

  /// Takes a sheet away, with a response for the handler.
  public func endSheet(_ sheetWindow: NSWindow, returnCode: NSApplication.ModalResponse) {
    StandInHooks.around(StandInHooks.endSheet, (self, sheetWindow)) { end(sheetWindow, returnCode) }
  }

  private func end(_ sheetWindow: NSWindow, _ response: NSApplication.ModalResponse) {
    guard sheets.contains(sheetWindow) else { return }
    sheets.removeAll { $0 === sheetWindow }
    let handler = sheetWindow.sheetHandler
    sheetWindow.sheetHandler = nil
    handler?(response)
    sheetWindow.standInAnimate { [self] in
      sheetWindow.orderOut(nil)
      sheetWindow.sheetParentWindow = nil
      NotificationCenter.default.post(name: Self.didEndSheetNotification, object: self)
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

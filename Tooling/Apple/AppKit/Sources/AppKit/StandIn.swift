/// Stands in for AppKit's class.
open class NSEvent: NSObject {
  /// Stands in for AppKit's enumeration.
  public enum EventType: UInt, Sendable {
    /// A button goes down.
    case leftMouseDown = 1
    /// A button goes up.
    case leftMouseUp = 2
    /// The right button goes down.
    case rightMouseDown = 3
    /// The right button goes up.
    case rightMouseUp = 4
    /// A key goes down.
    case keyDown = 10
    /// A third button goes down.
    case otherMouseDown = 25
    /// A third button goes up.
    case otherMouseUp = 26
  }

  /// What happened.
  open private(set) var type: EventType
  /// In which window.
  @MainActor open private(set) weak var window: NSWindow?
  /// Where.
  open private(set) var locationInWindow: CGPoint
  /// Which key.
  open private(set) var keyCode: UInt16

  @MainActor
  private init(_ type: EventType, _ location: CGPoint, _ window: NSWindow?, keyCode: UInt16) {
    self.type = type
    locationInWindow = location
    self.window = window
    self.keyCode = keyCode
    super.init()
  }

  /// A click.
  @MainActor
  package static func mouse(at location: CGPoint, in window: NSWindow?) -> NSEvent {
    NSEvent(.leftMouseDown, location, window, keyCode: 0)
  }

  /// A key.
  @MainActor
  package static func key(_ code: UInt16, in window: NSWindow?) -> NSEvent {
    NSEvent(.keyDown, .zero, window, keyCode: code)
  }
}

/// Stands in for AppKit's class.
@MainActor
open class NSApplication: NSResponder {
  /// Stands in for AppKit's structure.
  public struct ModalResponse: Hashable, RawRepresentable, Sendable {
    /// The number of the response.
    public let rawValue: Int

    /// Makes a response.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The session was ended without a response.
    public static let stop = ModalResponse(rawValue: -1000)
    /// The user agrees.
    public static let OK = ModalResponse(rawValue: 1)
  }

  /// The last event that was taken from the queue.
  open package(set) var currentEvent: NSEvent?

  /// Runs while a modal window is open, in place of a loop of its own; then the window is closed.
  package var standInModalLoop: (@MainActor (NSWindow) -> Void)?

  /// Handles an event: it remains the current one until the next, like AppKit's.
  package func standInHandle(_ event: NSEvent, _ handle: () -> Void) {
    currentEvent = event
    handle()
  }
}

/// Stands in for AppKit's variable.
@MainActor public var NSApp: NSApplication! = NSApplication()

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

/// What stands around AppKit's methods in place of wrapped ones; set once.
@MainActor
package enum StandInHooks {
  /// Around presenting.
  package static var present: Around<(NSViewController, NSViewController)>?
  /// Around dismissing.
  package static var dismiss: Around<(NSViewController, NSViewController)>?
  /// Around dismissing by the action of a control, and whether it was one.
  package static var dismissByAction: Around<(NSViewController, Bool)>?
  /// Around putting a controller into another one.
  package static var insert: Around<(NSViewController, NSViewController)>?
  /// Around a change of children.
  package static var change: Around<NSViewController>?
  /// Around a change of the selected tab.
  package static var select: Around<NSTabViewController>?
  /// Around a change of a window's content.
  package static var setContent: Around<NSWindow>?
  /// Around closing a window as the user does.
  package static var performClose: Around<NSWindow>?
  /// Around closing a window, by the user or by code.
  package static var close: Around<NSWindow>?
  /// Around the beginning of a window's sheet.
  package static var beginSheet: Around<(NSWindow, NSWindow)>?
  /// Around the beginning of a critical sheet, which need not be one of the other kind.
  package static var beginCriticalSheet: Around<(NSWindow, NSWindow)>?
  /// Around the end of a window's sheet.
  package static var endSheet: Around<(NSWindow, NSWindow)>?
  /// After appearing.
  package static var didAppear: (@MainActor (NSViewController) -> Void)?
  /// After disappearing.
  package static var didDisappear: (@MainActor (NSViewController) -> Void)?
  /// After a control has sent its action.
  package static var action: (@MainActor (NSControl) -> Void)?

  package typealias Around<Subject> = @MainActor (Subject, () -> Void) -> Void

  static func around<Subject>(
    _ hook: Around<Subject>?, _ subject: Subject, _ call: () -> Void
  ) {
    if let hook { hook(subject, call) } else { call() }
  }
}

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

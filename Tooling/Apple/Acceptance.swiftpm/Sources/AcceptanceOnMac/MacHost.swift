#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import Acceptance
import AppKit
import NavigationRuntime

/// A window of AppKit's, and a user whose clicks are events in the app's queue.
@MainActor
final class MacHost: AcceptanceHost {
  let window: NSWindow
  let store: NavigationStore
  private let context = NavigationContext()

  init() {
    window = NSWindow(
      contentRect: NSRect(x: 200, y: 200, width: 480, height: 320),
      styleMask: [.titled, .closable, .miniaturizable, .resizable], backing: .buffered,
      defer: false)
    window.isReleasedWhenClosed = false
    window.makeKeyAndOrderFront(nil)
    store = context.store(for: window)
  }

  /// Takes the window off the screen.
  func close() { window.orderOut(nil) }

  func store(of window: NSWindow) -> NavigationStore {
    window.isReleasedWhenClosed = false
    return context.store(for: window)
  }

  func turn() async {
    await withCheckedContinuation { continuation in
      let observer = CFRunLoopObserverCreateWithHandler(
        nil, CFRunLoopActivity.beforeWaiting.rawValue, false, .max
      ) { _, _ in continuation.resume() }
      CFRunLoopAddObserver(CFRunLoopGetMain(), observer, .commonModes)
      CFRunLoopWakeUp(CFRunLoopGetMain())
    }
  }

  /// AppKit reports no end of a sheet's, a popover's or the Dock's animation, nor of a click: all are
  /// shorter than this time.
  func settle() async {
    await withCheckedContinuation { continuation in
      DispatchQueue.main.asyncAfter(deadline: .now() + 1.5) { continuation.resume() }
    }
    await turn()
  }

  func clickCloseButton(of window: NSWindow) async -> Bool {
    guard let button = window.standardWindowButton(.closeButton) else { return false }
    return click(button, at: 0.5)
  }

  /// The tabs of AppKit's are segments of a control, of the same width.
  func clickTab(at index: Int, in tabs: NSTabViewController) async -> Bool {
    guard let segments = tabs.view.segments, segments.segmentCount > index else { return false }
    return click(segments, at: (CGFloat(index) + 0.5) / CGFloat(segments.segmentCount))
  }

  func clickBeside(_ popover: NSViewController) async -> Bool {
    click(at: NSPoint(x: 4, y: 4), in: window)
  }

  /// Clicks a view in the middle of its height.
  private func click(_ view: NSView, at part: CGFloat) -> Bool {
    guard let window = view.window else { return false }
    let point = NSPoint(x: view.bounds.width * part, y: view.bounds.height * 0.5)
    return click(at: view.convert(point, to: nil), in: window)
  }

  private func click(at location: NSPoint, in window: NSWindow) -> Bool {
    for type in [NSEvent.EventType.leftMouseDown, .leftMouseUp] {
      let event = NSEvent.mouseEvent(
        with: type, location: location, modifierFlags: [],
        timestamp: ProcessInfo.processInfo.systemUptime, windowNumber: window.windowNumber,
        context: nil, eventNumber: 0, clickCount: 1, pressure: 1)
      guard let event else { return false }
      NSApplication.shared.postEvent(event, atStart: false)
    }
    return true
  }
}

extension NSView {
  /// The first segmented control in the view.
  fileprivate var segments: NSSegmentedControl? {
    if let control = self as? NSSegmentedControl { return control }
    for view in subviews {
      if let found = view.segments { return found }
    }
    return nil
  }
}
#endif

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

extension NSControl: EventSource {}

extension EventSource where Self: NSControl {
  /// The actions of the control: a click, a value changed by the user, a text entered.
  @_disfavoredOverload
  public var onAction: some Emitter<Void> & Sendable { actions { _ in } }

  /// An alias of `onAction`, under the name used on other platforms.
  @_disfavoredOverload
  public var onTap: some Emitter<Void> & Sendable { onAction }

  fileprivate func actions<Output>(
    _ read: @escaping @MainActor (Self) -> Output
  ) -> EventEmitter<Self, Output> {
    EventEmitter(self, read: read) { $0.onActionSent($1) }
  }
}

extension EventSource where Self: NSButton {
  /// The state of the check box, each time the user has switched it.
  @_disfavoredOverload
  public var onToggle: some Emitter<Bool> & Sendable { actions { $0.state == .on } }
}

/// A control of AppKit that reports when it sends its action.
///
/// A control has a single target, which is the app's. So on a device `Platform/ObjectiveC/`
/// conforms all controls; where the Objective-C runtime is missing, the stand-in for AppKit does.
@MainActor
package protocol AppKitControlSource {
  /// Starts calling `actionWasSent()` after each action; called at each subscription.
  func startObservingActions()
}

extension NSControl {
  private static let observers = WeakTable<Multicast<Void>>()

  func onActionSent(_ call: @escaping @MainActor () -> Void) -> Cancellation {
    // Looked up at run time, since on the stand-in the conformance is not this module's.
    guard let source = self as AnyObject as? any AppKitControlSource else {
      return Cancellation {}
    }
    source.startObservingActions()
    return Self.observers.value(of: self) { Multicast() }.sink(call)
  }

  /// Notifies observers that the control has sent its action; called after its target has received
  /// it.
  package func actionWasSent() { Self.observers[self]?.send(()) }
}

extension EventSource where Self: NSTextField {
  /// The text, each time the user has changed it; changes by code are not emitted.
  @_disfavoredOverload
  public var onTextChange: some Emitter<String> & Sendable {
    EventEmitter(self, read: { $0.stringValue }) { field, call in
      let observer = TextObserver(field, call)
      return Cancellation { observer.stop() }
    }
  }
}

@MainActor
private final class TextObserver {
  private let didChange: @MainActor () -> Void
  private var token: (any NSObjectProtocol)?

  init(_ field: NSTextField, _ didChange: @escaping @MainActor () -> Void) {
    self.didChange = didChange
    token = NotificationCenter.default.addObserver(
      forName: NSControl.textDidChangeNotification, object: field, queue: nil
    ) { [weak self] _ in
      // AppKit posts it on the main thread, during editing; other code may post on any thread.
      onMainActor { self?.didChange() }
    }
  }

  func stop() {
    if let token { NotificationCenter.default.removeObserver(token) }
    token = nil
  }
}
#endif

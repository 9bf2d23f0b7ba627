#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// The text of a field, for binding.
///
/// A subscription holds the field weakly; the field's delegate stays the app's.
public struct NSTextFieldEmitter: Emitter {
  private weak var field: NSTextField?

  init(_ field: NSTextField) { self.field = field }

  /// Subscribes a closure.
  ///
  /// - Parameter receive: Called on the main actor with the text each time the user has changed it.
  /// - Returns: The handle that keeps the closure subscribed.
  public func receive(_ receive: @escaping @MainActor (String) -> Void) -> Cancellation {
    guard let field else { return Cancellation {} }
    let observer = TextObserver(field, receive)
    return Cancellation { observer.stop() }
  }
}

extension EventSource where Self: NSTextField {
  /// The text, each time the user has changed it; changes by code are not emitted.
  @_disfavoredOverload
  public var onTextChange: NSTextFieldEmitter { NSTextFieldEmitter(self) }
}

@MainActor
private final class TextObserver {
  private weak var field: NSTextField?
  private let receive: @MainActor (String) -> Void
  private var token: (any NSObjectProtocol)?

  init(_ field: NSTextField, _ receive: @escaping @MainActor (String) -> Void) {
    self.field = field
    self.receive = receive
    token = NotificationCenter.default.addObserver(
      forName: NSControl.textDidChangeNotification, object: field, queue: nil
    ) { [weak self] _ in
      // AppKit posts it on the main thread, during editing; other code may post on any thread.
      onMainActor { self?.textDidChange() }
    }
  }

  func stop() {
    if let token { NotificationCenter.default.removeObserver(token) }
    token = nil
  }

  private func textDidChange() {
    if let field { receive(field.stringValue) }
  }
}
#endif

#if canImport(UIKit) && !os(watchOS)
import UIKit

extension EventSource where Self: UITextField {
  /// The text, each time the user has changed it; changes by code are not emitted.
  @_disfavoredOverload
  public var onTextChange: UIControlEmitter<String> {
    UIControlEmitter(self, .editingChanged) { ($0 as? UITextField)?.text ?? "" }
  }
}
#endif

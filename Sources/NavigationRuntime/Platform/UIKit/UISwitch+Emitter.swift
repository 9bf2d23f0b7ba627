#if canImport(UIKit) && !os(watchOS)
import UIKit

@available(tvOS, unavailable)
extension EventSource where Self: UISwitch {
  /// Whether it is on, each time the user has switched it; changes by code are not emitted.
  @_disfavoredOverload
  public var onToggle: UIControlEmitter<Bool> {
    UIControlEmitter(self, .valueChanged) { ($0 as? UISwitch)?.isOn ?? false }
  }
}
#endif
